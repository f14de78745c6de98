import type { ActionFunctionArgs } from '@remix-run/node'
import { takeMailReport } from '#features/mail/mail-events.writes.server.ts'
import { methodNotAllowed } from '#server/api.server.ts'

export function loader() {
  return methodNotAllowed('POST')
}

/** Takes what a mail provider reports of mails. The signature of the exact bytes is the only credential. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return await takeMailReport(request, params.provider ?? '')
}
