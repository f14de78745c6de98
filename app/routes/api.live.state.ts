import { readLiveState } from '#server/live-state.server.ts'

/** Responds with the state of streams, which is the same for everybody. */
export async function loader() {
  return Response.json(await readLiveState(), { headers: { 'cache-control': 'no-store' } })
}
