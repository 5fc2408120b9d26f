/** The counts of voice conversations that match a filter. */
export interface VoiceCounts {
  completed: number
  live: number
  /** How many conversations have a duration. */
  durations: number
  /**
   * Days as `YYYY-MM-DD conversations seconds` in UTC, separated by commas; a day may occur more than once. It is one
   * text because the driver takes longer to read a row for each day than the database takes to count them. Null if
   * there are no days.
   */
  days: string | null
}
