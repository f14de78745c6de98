import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { scanFormSchema } from '#features/door/door.schema.ts'
import { samples } from '#features/door/practice/practice.rules.ts'
import { openPracticeDoor } from '#features/door/practice/practice-door.ts'
import { PracticeStation } from '#features/door/ui/practice-station.tsx'
import { SampleCodes } from '#features/door/ui/sample-codes.tsx'
import type { Posted } from '#features/door/ui/use-scan.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { drawQr } from '#server/draw-qr.server.ts'
import { readForm } from '#server/form.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Scanner practice', noindex: true })

const drawSamples = () =>
  samples.map(({ code, result, about }) => ({ code, result, about, picture: drawQr(code) }))

export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const { searchParams } = new URL(args.request.url)
  const isScanning = searchParams.has('scan')
  return {
    isScanning,
    asksFirst: searchParams.get('ask') === '1',
    scanId: randomUUID(),
    samples: isScanning ? [] : drawSamples(),
  }
}

/** Practises with a code that was typed before JavaScript arrived. */
export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/ticket-scanner')
  const form = await readForm(args.request, scanFormSchema)
  const nothing: Posted = { scanned: null, read: null, refusal: null, codeError: null }
  if (!form.ok) {
    const [codeError = null] = form.reply().data.error?.code ?? []
    return data<Posted>({ ...nothing, codeError }, 422)
  }
  const { ask, ...scan } = form.value
  const sent = await openPracticeDoor().scan(scan)
  if ('trouble' in sent) return data<Posted>({ ...nothing, refusal: sent.trouble })
  const waits = ask && sent.scanned.result === 'ok'
  return data<Posted>({ ...nothing, scanned: sent.scanned, read: waits ? scan : null })
}

type Loaded = SerializeFrom<typeof loader> | undefined

export const handle: StaffHandle<Loaded> & ShellHandle<Loaded> = {
  crumbs: () => [{ label: 'Practice' }],
  shell: (loaded) => (loaded?.isScanning ? 'bare' : 'site'),
}

/** Practises at a scanner that lets nobody in, with sample codes. */
export default function PracticePage() {
  const { isScanning, asksFirst, scanId, samples: shown } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  if (isScanning)
    return (
      <PracticeStation
        key={String(asksFirst)}
        {...{ asksFirst, scanId }}
        first={posted ?? { scanned: null, read: null, refusal: null, codeError: null }}
      />
    )
  return (
    <div className={stack[5]}>
      <PageHeader
        title="Practice"
        text="Scan or type these codes at a scanner that lets nobody in. Nothing is saved, and it works without a connection."
      />
      <div className={stack[3]}>
        <LinkButton to={paths.scannerPractice({ scan: '' })} size="lg">
          Practice scanning
        </LinkButton>
        <LinkButton to={paths.scannerPractice({ scan: '', ask: '1' })} variant="secondary" size="lg">
          Practice asking before letting in
        </LinkButton>
      </div>
      <SampleCodes samples={shown} />
    </div>
  )
}
