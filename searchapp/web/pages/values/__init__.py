"""Values as pages write them: short texts, numbers and dates for people, marked matches, pictures."""
