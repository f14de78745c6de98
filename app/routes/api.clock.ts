/** Returns the time of the server, in milliseconds: countdowns in the browser trust no device's clock. */
export function loader() {
  return Response.json({ now: Date.now() }, { headers: { 'cache-control': 'no-store' } })
}
