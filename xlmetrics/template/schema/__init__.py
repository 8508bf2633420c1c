"""What a template may say; needed only for those that the tests have not validated."""
