"""What a figure computes: the measure it says, a valid variant of it, or a known mistake."""
