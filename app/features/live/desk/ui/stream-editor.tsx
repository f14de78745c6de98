import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { useState } from 'react'
import type * as z from 'zod'
import { wallTimeOf } from '#core/event-time.ts'
import { decimalAmount } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { focusNames, focusPoints, focusPosition } from '#core/picture-focus.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { FormErrors, SelectField, SwitchField, TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { PhotoField, useFileAddress } from '#ui/photo-field.tsx'
import { EventArt } from '#ui/picture.tsx'
import { posterFormSchema, replayFormSchema, streamFormSchema } from '../desk.schema.ts'
import type { DeskStream, StreamChoices, StreamDesk } from '../desk.types.ts'
import * as css from './desk.css.ts'
import { eventOptions } from './new-stream-form.tsx'
import { SourceSection } from './source-section.tsx'
import { type DeskReply, replyTo } from './stream-controls.tsx'

const rules = [
  { value: 'public', label: 'Everybody' },
  { value: 'signed_in', label: 'People with an account' },
  { value: 'ticket_types', label: 'Ticket holders' },
  { value: 'pass', label: 'People with a stream pass' },
]

/**
 * Edits a stream: what it is and who may watch, its poster, its replay, and its source. Each part is a form of its own and works without
 * JavaScript.
 * @param chosenSource the kind of source whose form is shown; null for the stored one
 * @param available the kinds of sources that this site is set up for
 * @param refusal why the last step was refused, where no form shows it
 */
export function StreamEditor({
  desk,
  choices,
  chosenSource,
  available,
  reply,
  refusal,
}: {
  desk: StreamDesk
  choices: StreamChoices
  chosenSource: string | null
  available: readonly string[]
  reply: DeskReply
  refusal: string | null
}) {
  const { stream, canEdit } = desk
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {canEdit ? (
        <StreamForm key={stream.editVersion} desk={desk} choices={choices} reply={replyTo(reply, 'save')} />
      ) : (
        <Banner title="Title, times and access can't change once a stream has been on the air or was canceled." />
      )}
      <Poster key={stream.imagePath} stream={stream} reply={replyTo(reply, 'poster')} />
      <Replay stream={stream} reply={replyTo(reply, 'replay')} />
      <SourceSection
        key={`${desk.source?.kind} ${desk.source?.keyVersion}`}
        desk={desk}
        choices={choices}
        chosen={chosenSource}
        available={available}
        reply={replyTo(reply, 'source')}
      />
    </div>
  )
}

/** The values with which the form of a stream begins. */
function startOf({ stream, timeZone }: StreamDesk) {
  return {
    version: String(stream.editVersion),
    title: stream.title,
    description: stream.description,
    eventId: stream.event?.id ?? '',
    channel: stream.channel,
    startsAt: stream.startsAt ? wallTimeOf(stream.startsAt, timeZone) : '',
    minutes: String(stream.minutes),
    accessRule: stream.accessRule,
    ticketTypes: stream.ticketTypes.map(({ id }) => id),
    passCents: stream.passCents === null ? '' : decimalAmount(stream.passCents),
  }
}

function StreamForm({
  desk,
  choices,
  reply,
}: {
  desk: StreamDesk
  choices: StreamChoices
  reply: SubmissionResult | null
}) {
  const busy = useBusy('save')
  const [form, fields] = useForm<z.input<typeof streamFormSchema>, z.output<typeof streamFormSchema>>({
    id: 'save-form',
    lastResult: reply,
    defaultValue: startOf(desk),
    constraint: getZodConstraint(streamFormSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: streamFormSchema }),
    shouldRevalidate: 'onInput',
  })
  const included = choices.ticketTypes.filter(({ includesStream }) => includesStream)
  const others = choices.ticketTypes.filter(({ includesStream }) => !includesStream)
  return (
    <Form
      method="post"
      action={paths.adminStreamEdit(desk.stream.id)}
      {...getFormProps(form)}
      className={stack[5]}
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={desk.stream.editVersion} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <FormSection id="section-stream" title="Stream">
        <TextField meta={fields.title} label="Title" autoComplete="off" />
        <TextareaField meta={fields.description} label="Description" optional rows={3} />
        <div className={css.pair}>
          <SelectField meta={fields.eventId} label="Event" options={eventOptions(choices)} />
          <TextField
            meta={fields.channel}
            label="Channel"
            hint="A channel has one stream on the air at a time."
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            meta={fields.startsAt}
            label="Start"
            hint={`In ${choices.timeZone}.`}
            type="datetime-local"
          />
          <TextField meta={fields.minutes} label="Planned length in minutes" inputMode="numeric" />
        </div>
      </FormSection>
      <FormSection id="section-access" title="Access">
        <div className={css.pair}>
          <SelectField meta={fields.accessRule} label="Who can watch" options={rules} />
          <TextField
            meta={fields.passCents}
            label="Price of a stream pass ($)"
            optional
            hint="For passes, and for people without a ticket. All in."
            inputMode="decimal"
          />
        </div>
        {included.length > 0 && (
          <p className={css.small}>Always included: {included.map(({ name }) => name).join(', ')}.</p>
        )}
        {others.length > 0 && (
          <CheckGroup
            meta={fields.ticketTypes}
            label="Tickets that open the stream, for ticket holders"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {choices.ticketTypes.length === 0 && (
          <p className={css.small}>Choose an event and save to pick ticket types.</p>
        )}
        <div>
          <Button type="submit" busy={busy}>
            Save stream
          </Button>
        </div>
      </FormSection>
    </Form>
  )
}

function Poster({ stream, reply }: { stream: DeskStream; reply: SubmissionResult | null }) {
  const busy = useBusy('poster')
  const removing = useBusy('remove-poster')
  const [form, fields] = useForm<z.input<typeof posterFormSchema>, z.output<typeof posterFormSchema>>({
    id: 'poster-form',
    lastResult: reply,
    defaultValue: { focus: 'center', imageAlt: stream.hasOwnPoster ? stream.imageAlt : '' },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: posterFormSchema }),
  })
  const [file, setFile] = useState<File | null>(null)
  const [focus, setFocus] = useState('center')
  const address = useFileAddress(file)
  const at = paths.adminStreamEdit(stream.id)
  return (
    <FormSection
      id="section-poster"
      title="Poster"
      hint={stream.hasOwnPoster ? undefined : 'Without one, the stream shows the picture of its event.'}
    >
      <Form
        method="post"
        action={at}
        encType="multipart/form-data"
        {...getFormProps(form)}
        className={stack[4]}
      >
        <input type="hidden" name="intent" value="poster" />
        <FormErrors id={form.errorId} errors={form.errors} />
        <div className={css.poster}>
          {address ? (
            <img
              src={address}
              alt=""
              className={css.chosen}
              style={{ objectPosition: focusPosition(focus) }}
              onError={() => setFile(null)}
            />
          ) : (
            <EventArt
              path={stream.imagePath}
              alt={stream.imageAlt}
              seed={stream.id}
              ratio="wide"
              sizes="24rem"
            />
          )}
        </div>
        <div className={css.pair}>
          <PhotoField
            meta={fields.picture}
            label={stream.hasOwnPoster ? 'Replace the poster' : 'Poster'}
            required={false}
            onChoose={setFile}
          />
          <SelectField
            meta={fields.focus}
            label="Keep in view"
            options={focusNames.map((value) => ({ value, label: focusPoints[value].label }))}
            onChange={(event) => setFocus(event.currentTarget.value)}
          />
        </div>
        <TextField
          meta={fields.imageAlt}
          label="Picture description"
          hint="Read aloud to people who can't see it."
          autoComplete="off"
        />
        <div>
          <Button type="submit" busy={busy}>
            Save poster
          </Button>
        </div>
      </Form>
      {stream.hasOwnPoster && (
        <Form method="post" action={at}>
          <input type="hidden" name="intent" value="remove-poster" />
          <Button type="submit" variant="ghost" busy={removing}>
            Remove poster
          </Button>
        </Form>
      )}
    </FormSection>
  )
}

function Replay({ stream, reply }: { stream: DeskStream; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(replayFormSchema, {
    intent: 'replay',
    reply,
    defaultValue: { isOn: stream.hasReplay ? 'on' : undefined, days: String(stream.replayHours / 24) },
  })
  return (
    <FormSection
      id="section-replay"
      title="Replay"
      hint="The recording opens after the stream, to the same people."
    >
      <IntentForm form={form} intent="replay" action={paths.adminStreamEdit(stream.id)}>
        <SwitchField meta={fields.isOn} label="Show the recording" />
        <TextField
          meta={fields.days}
          label="Days"
          hint={
            stream.state === 'replay'
              ? 'From 2 to 30, counted from when it opened. Turning it off takes the replay down for good.'
              : 'From 2 to 30.'
          }
          inputMode="numeric"
        />
        <div>
          <Button type="submit" busy={busy}>
            Save replay
          </Button>
        </div>
      </IntentForm>
    </FormSection>
  )
}
