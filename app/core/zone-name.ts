/** Names a time zone as people say it: `Eastern Time`, whatever the season. Apart from the other times, which public pages download. */
export function zoneName(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
