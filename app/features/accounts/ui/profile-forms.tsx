import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { User } from '#core/roles.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { TextareaField, TextField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { profileSchema } from '../accounts.schema.ts'
import { AccountForm } from './account-form.tsx'
import * as css from './profile-forms.css.ts'
import { useAccountForm, useBusy } from './use-account-form.ts'

/** Names, bio and city. */
export function ProfileForm({
  profile,
  reply,
}: {
  profile: { displayName: string; username: string; bio: string; city: string }
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useAccountForm(profileSchema, {
    intent: 'save',
    reply,
    defaultValue: profile,
  })
  return (
    <AccountForm form={form} intent="save" action="/profile">
      <TextField
        meta={fields.displayName}
        label="Display name"
        hint="What other people see."
        autoComplete="nickname"
      />
      <TextField
        meta={fields.username}
        label="Username"
        hint="You log in with it. Letters, numbers, dots and underscores; your old one stays yours for 30 days."
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextareaField meta={fields.bio} label="Bio" hint="At most 160 characters." optional rows={3} />
      <TextField meta={fields.city} label="City" optional autoComplete="address-level2" />
      <div>
        <Button type="submit" busy={busy}>
          Save profile
        </Button>
      </div>
    </AccountForm>
  )
}

/**
 * The picture: choose one, or take it away. It is cut square on the server.
 * @param message why the last picture was refused
 */
export function AvatarForm({ user, message }: { user: User; message: string | null }) {
  const busy = useBusy('avatar')
  const removing = useBusy('remove-avatar')
  return (
    <div className={stack[4]}>
      <div className={cluster[4]}>
        <Avatar size="lg" src={user.avatar} displayName={user.displayName} username={user.username} />
        <p className={text.small}>JPEG, PNG, WebP or GIF, at most 5 MB. Its middle is cut out square.</p>
      </div>
      <Form method="post" action="/profile" encType="multipart/form-data" className={stack[3]}>
        <input type="hidden" name="intent" value="avatar" />
        <label htmlFor="picture" className={text.strong}>
          Picture
        </label>
        <input
          id="picture"
          className={css.file}
          type="file"
          name="picture"
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-describedby={message ? 'picture-error' : undefined}
          aria-invalid={message ? true : undefined}
          required
        />
        {message && (
          <p id="picture-error" className={css.errors} role="alert">
            {message}
          </p>
        )}
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Upload picture
          </Button>
        </div>
      </Form>
      {user.avatar && (
        <Form method="post" action="/profile">
          <input type="hidden" name="intent" value="remove-avatar" />
          <Button type="submit" variant="ghost" busy={removing}>
            Remove picture
          </Button>
        </Form>
      )}
    </div>
  )
}
