import type { LoaderFunctionArgs } from '@remix-run/node'
import { readMailSample } from '#features/mail/mail.reads.server.ts'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'

/** Shows the sample of a kind of mail, or with `?part=text` its text part. Exists only in development and in tests. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  const mail = readEnv().STYLE_GUIDE === 'off' ? null : await readMailSample(params.kind ?? '')
  if (!mail) throw notFound()
  const isText = new URL(request.url).searchParams.get('part') === 'text'
  return new Response(isText ? mail.text : mail.html, {
    headers: {
      'content-type': `${isText ? 'text/plain' : 'text/html'}; charset=utf-8`,
      'cache-control': 'no-store',
    },
  })
}
