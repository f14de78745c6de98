import { isRouteErrorResponse, type ShouldRevalidateFunction } from '@remix-run/react'

const sentence =
  "We couldn't reach the site, so this may not have been sent. Check your connection and try again: nothing is posted twice."

/**
 * Sends a form for a route's `clientAction`. Where the site can't be reached or breaks down, the page stays as it is, with what was typed.
 * @param serverAction sends it
 * @returns what the server answered, or an error of the whole form (as conform has it; `refusal` for a form without fields)
 */
export async function sendOrTell(serverAction: () => Promise<unknown>): Promise<unknown> {
  try {
    return await serverAction()
  } catch (error) {
    const isAnswer =
      error instanceof Response || (isRouteErrorResponse(error) && error.status < 500) || isAborted(error)
    if (isAnswer) throw error
    // A response with a status of failure, so that the page's loaders are not asked: they would fail too, and take the page away.
    const reply = { status: 'error', error: { '': [sentence] }, refusal: sentence }
    return Response.json(reply, { status: 503 })
  }
}

/** The `shouldRevalidate` of a route whose form `sendOrTell` sends: after a form that was refused or lost, the page stays as it was read. */
export const readAfterSending: ShouldRevalidateFunction = ({ actionStatus = 0 }) => actionStatus < 400

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
