import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import type * as z from 'zod'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { CheckboxField, type FieldMeta, FormErrors, TextField } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { sourceFormSchema } from '../desk.schema.ts'
import type { DeskSource, StreamChoices, StreamDesk } from '../desk.types.ts'
import * as css from './desk.css.ts'

/** Says what each kind is. */
const about: Record<string, string> = {
  demo: 'A loop of a minute, for trying everything out. It needs nothing.',
  ingest: 'OBS sends to this machine with a stream key, which you make on the desk.',
  origin: 'MediaMTX, Owncast or a CDN: the address of any HLS playlist. Viewers never see it.',
  mux: 'A Mux live stream with signed playback.',
}

/** Says what is missing where a kind is not set up. */
const missing: Record<string, string> = {
  ingest: 'RTMP is off on this machine. Set RTMP_PORT to take streams.',
  mux: 'The Mux keys are not set on this site.',
}

/**
 * Chooses where the picture comes from: a link for each kind, and the form of the chosen one.
 * @param chosen the kind that the address names; null for the stored one
 * @param available the kinds that this site is set up for
 */
export function SourceSection({
  desk,
  choices,
  chosen,
  available,
  reply,
}: {
  desk: StreamDesk
  choices: StreamChoices
  chosen: string | null
  available: readonly string[]
  reply: SubmissionResult | null
}) {
  const { source, stream } = desk
  const sent = reply?.initialValue?.kind
  const kind = typeof sent === 'string' ? sent : (chosen ?? source?.kind ?? '')
  const kinds = choices.kinds.filter(({ name }) => desk.canEdit || source === null || name === source.kind)
  return (
    <FormSection id="source" title="Source" hint="Where the picture comes from.">
      <nav className={cluster[2]} aria-label="Type of source">
        {kinds.map(({ name, label }) => (
          <LinkButton
            key={name}
            to={`${paths.adminStreamEdit(stream.id, { kind: name })}#source`}
            variant={name === kind ? 'primary' : 'secondary'}
            size="sm"
            aria-current={name === kind || undefined}
            replace
            preventScrollReset
          >
            {label}
          </LinkButton>
        ))}
      </nav>
      {kinds.some(({ name }) => name === kind) && (
        <SourceForm
          key={kind}
          kind={kind}
          at={paths.adminStreamEdit(stream.id)}
          source={source?.kind === kind ? source : null}
          isReady={available.includes(kind)}
          reply={sent === kind ? reply : null}
        />
      )}
    </FormSection>
  )
}

type SourceInput = z.input<typeof sourceFormSchema>

function SourceForm({
  kind,
  at,
  source,
  isReady,
  reply,
}: {
  kind: string
  at: string
  /** The stored source, where it is of this kind. */
  source: DeskSource | null
  isReady: boolean
  reply: SubmissionResult | null
}) {
  const busy = useBusy('source')
  const [form, fields] = useForm<SourceInput, z.output<typeof sourceFormSchema>>({
    id: 'source-form',
    lastResult: reply,
    defaultValue: {
      address: source?.address ?? '',
      replayAddress: source?.replayAddress ?? '',
      liveStreamId: source?.liveStreamId ?? '',
      playbackId: source?.playbackId ?? '',
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: sourceFormSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" action={at} {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="source" />
      <input type="hidden" name="kind" value={kind} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <p className={css.note}>{about[kind]}</p>
      {!isReady && missing[kind] && <Banner tone="warning" title={missing[kind]} />}
      {kind === 'origin' && <OriginFields fields={fields} isSigned={source?.isSigned === true} />}
      {kind === 'mux' && (
        <div className={css.pair}>
          <TextField
            meta={fields.liveStreamId}
            label="Live stream ID"
            autoComplete="off"
            spellCheck={false}
          />
          <TextField meta={fields.playbackId} label="Playback ID" autoComplete="off" spellCheck={false} />
        </div>
      )}
      <div>
        <Button type="submit" busy={busy}>
          {source ? 'Save source' : 'Use this source'}
        </Button>
      </div>
    </Form>
  )
}

function OriginFields({
  fields,
  isSigned,
}: {
  fields: Record<'address' | 'replayAddress' | 'signingKey' | 'removeKey', FieldMeta>
  isSigned: boolean
}) {
  return (
    <>
      <TextField
        meta={fields.address}
        label="Address of the playlist"
        hint="For example https://cdn.example.com/night/index.m3u8"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        meta={fields.signingKey}
        label="Signing key"
        optional
        hint={
          isSigned
            ? 'A key is stored. It is never shown; leave this empty to keep it.'
            : 'For origins that check signed addresses, such as Bunny.'
        }
        autoComplete="off"
        spellCheck={false}
      />
      {isSigned && <CheckboxField meta={fields.removeKey} label="Remove the stored key" />}
      <TextField
        meta={fields.replayAddress}
        label="Address of the recording"
        optional
        hint="The replay plays from here."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}
