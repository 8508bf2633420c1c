"""From runs to work for raters, and what is known of that work when it comes back."""
