/** The unsubscribe button of mail programs (RFC 8058): they post to the address in `List-Unsubscribe` what `List-Unsubscribe-Post` says. */

/** Returns whether a form was sent by the button of a mail program, which shows nobody a page. */
export function isOneClick(form: FormData): boolean {
  return form.get('List-Unsubscribe') === 'One-Click'
}

/**
 * Answers a mail program without a redirect, which it may not follow.
 * @param isDone false for a link that has ended
 */
export function oneClickResponse(isDone: boolean): Response {
  return new Response(isDone ? 'Unsubscribed' : 'This link has expired.', {
    status: isDone ? 200 : 410,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
