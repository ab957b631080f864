"""Problems once they are found: codes, comments that ignore some, one line for one cause, excerpts of the source."""
