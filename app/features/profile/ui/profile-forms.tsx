import type { SubmissionResult } from '@conform-to/react'
import { Form, useSubmit } from '@remix-run/react'
import { type FormEvent, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { acceptedPictures, pictureHint } from '#core/picture-kinds.ts'
import { pictureProblem } from '#core/picture-upload.ts'
import { type RefusalCode, sentenceOf } from '#core/refusals.ts'
import type { User } from '#core/roles.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextareaField, TextField } from '#ui/field.tsx'
import { file as fileInput } from '#ui/file-input.css.ts'
import { IntentForm, useBusy, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { largestAvatarMegabytes } from '../picture.rules.ts'
import { profileSchema } from '../profile.schema.ts'
import type { CutPicture } from './avatar-cropper.tsx'
import * as css from './profile-forms.css.ts'

/** Names, bio and city. */
export function ProfileForm({
  profile,
  reply,
}: {
  profile: { displayName: string; username: string; bio: string; city: string }
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(profileSchema, {
    intent: 'save',
    reply,
    defaultValue: profile,
  })
  return (
    <IntentForm form={form} intent="save" action={paths.profile()}>
      <TextField
        meta={fields.displayName}
        label="Display name"
        hint="What people see."
        autoComplete="nickname"
      />
      <TextField
        meta={fields.username}
        label="Username"
        hint="You log in with it. Letters, numbers, dots and underscores. We hold your old one for 30 days."
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextareaField meta={fields.bio} label="Bio" hint="Up to 160 characters." optional rows={3} />
      <TextField meta={fields.city} label="City" optional autoComplete="address-level2" />
      <div>
        <Button type="submit" busy={busy}>
          Save profile
        </Button>
      </div>
    </IntentForm>
  )
}

type Cropper = typeof import('./avatar-cropper.tsx').AvatarCropper

/**
 * The picture: choose one and the square of it that others see, or take it away. Without JavaScript the server cuts out
 * the middle.
 * @param message why the last picture was refused
 */
export function AvatarForm({ user, message }: { user: User; message: string | null }) {
  const busy = useBusy('avatar')
  const removing = useBusy('remove-avatar')
  const submit = useSubmit()
  const [file, setFile] = useState<File | null>(null)
  // Undefined until something is chosen here; the server's value is shown until then.
  const [problem, setProblem] = useState<RefusalCode | null>()
  const [Cropper, setCropper] = useState<Cropper | null>(null)
  const cut = useRef<CutPicture | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const shown =
    problem === undefined ? message : problem && sentenceOf(problem, { megabytes: largestAvatarMegabytes })

  const choose = (chosen: File | undefined) => {
    const found = chosen ? pictureProblem(chosen, largestAvatarMegabytes) : null
    setProblem(found)
    setFile(chosen && !found ? chosen : null)
    // Without the cropper's code the server cuts out the middle.
    if (chosen && !found)
      import('./avatar-cropper.tsx').then(
        (module) => setCropper(() => module.AvatarCropper),
        () => {},
      )
  }
  const refuse = (code: RefusalCode) => {
    setFile(null)
    setProblem(code)
  }
  const send = async (event: FormEvent) => {
    if (problem) {
      event.preventDefault()
      input.current?.focus()
      return
    }
    if (!file || !cut.current) return
    event.preventDefault()
    const body = new FormData()
    body.set('intent', 'avatar')
    body.set('picture', (await cut.current()) ?? file)
    setProblem(undefined)
    submit(body, { method: 'post', action: paths.profile(), encType: 'multipart/form-data' })
  }

  return (
    <div className={stack[4]}>
      <div className={cluster[4]}>
        <Avatar size="lg" src={user.avatar} displayName={user.displayName} username={user.username} />
        <p className={text.small}>{pictureHint(largestAvatarMegabytes)} We crop it to a square.</p>
      </div>
      <Form
        method="post"
        action={paths.profile()}
        encType="multipart/form-data"
        className={stack[3]}
        onSubmit={send}
      >
        <input type="hidden" name="intent" value="avatar" />
        <label htmlFor="picture" className={text.strong}>
          Picture
        </label>
        <input
          ref={input}
          id="picture"
          className={fileInput}
          type="file"
          name="picture"
          accept={acceptedPictures}
          aria-describedby={shown ? 'picture-error' : undefined}
          aria-invalid={shown ? true : undefined}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
          required
        />
        {shown && (
          <p id="picture-error" className={css.errors} role="alert">
            {shown}
          </p>
        )}
        {file && Cropper && (
          <Cropper
            key={`${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            cut={cut}
            onRefuse={refuse}
          />
        )}
        <div>
          <Button type="submit" variant={file ? 'primary' : 'secondary'} busy={busy}>
            Upload picture
          </Button>
        </div>
      </Form>
      {user.avatar && (
        <Form method="post" action={paths.profile()}>
          <input type="hidden" name="intent" value="remove-avatar" />
          <Button type="submit" variant="ghost" busy={removing}>
            Remove picture
          </Button>
        </Form>
      )}
    </div>
  )
}
