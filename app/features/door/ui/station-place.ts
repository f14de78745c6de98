/** Where a station scans, and how. */
export type StationPlace = {
  event: string
  gate: string
  /** True where a ticket is looked up first, and a press admits it. */
  asksFirst: boolean
  /** IANA zone of the event. */
  zone: string
  /** The page of the station, for the next scan before JavaScript arrives. */
  here: string
  /** True where nothing is admitted, and every result says so. */
  isTraining: boolean
}
