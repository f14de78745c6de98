/** Names the paths by which players ask for playback, playlists and segments. */

/** Everything below it is served before Remix. */
export const mediaPath = '/api/live/media'

/** The cookie in which a renewed token stands; its path is that of one session, so that it is sent for its playlists alone. */
export const playbackCookie = 'playback'

/** @returns the path below which a session's playlists and segments stand */
export const sessionMedia = (streamId: string, sessionId: string) => `${mediaPath}/${streamId}/${sessionId}`

/** @returns the address of a session's first playlist */
export const playlistAddress = (streamId: string, sessionId: string, token: string) =>
  `${sessionMedia(streamId, sessionId)}/index.m3u8?t=${token}`

export const apiBeginPlayback = (streamId: string) => `/api/live/${streamId}/begin`
export const apiRenewPlayback = (sessionId: string) => `/api/live/sessions/${sessionId}/renew`
export const apiEndPlayback = (sessionId: string) => `/api/live/sessions/${sessionId}/end`
export const apiMuxEvents = () => '/api/live/mux'
