"""The OpenDocument format (.ods, and .fods, which is one XML file): read, never written."""
