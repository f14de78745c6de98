import { Form, Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, Field, Select } from '#ui/field.tsx'
import { cluster } from '#ui/layout.css.ts'
import { pauseText, slowModes, threadLooks } from '../community.rules.ts'
import type { Thread } from '../community.types.ts'
import * as css from './composer.css.ts'

/**
 * Says which thread this is and who writes in it now; moderators change how it works.
 * @param here the address that its form leads back to
 */
export function ThreadHead({
  thread,
  mayModerate,
  here,
}: {
  thread: Thread
  mayModerate: boolean
  here: string
}) {
  const { label, text } = threadLooks[thread.mode]
  return (
    <>
      <Banner
        tone={thread.mode === 'live' ? 'success' : 'neutral'}
        title={label}
        action={<Link to={paths.event(thread.id, thread.slug)}>See the event</Link>}
      >
        <p>
          {text}
          {thread.slowSeconds !== null && ` Slow mode: ${pauseText(thread.slowSeconds)}.`}
        </p>
      </Banner>
      {mayModerate && (
        <details>
          <summary className={css.summary}>Thread settings</summary>
          <Form method="post" action={paths.community()} className={css.form} preventScrollReset>
            <input type="hidden" name="intent" value="thread" />
            <input type="hidden" name="event" value={thread.id} />
            <input type="hidden" name="back" value={here} />
            <div className={cluster[3]}>
              <Field id="thread-slow" label="Slow mode">
                {(control) => (
                  <Select
                    {...control}
                    name="slowSeconds"
                    defaultValue={String(thread.slowSeconds ?? '')}
                    options={[
                      { value: '', label: 'Off' },
                      ...slowModes.map((seconds) => ({ value: String(seconds), label: pauseText(seconds) })),
                    ]}
                  />
                )}
              </Field>
              <Field id="thread-mode" label="Mode">
                {(control) => (
                  <Select
                    {...control}
                    name="mode"
                    defaultValue={thread.override ?? ''}
                    options={[
                      { value: '', label: 'By the clock' },
                      ...(['hype', 'live', 'recap'] as const).map((mode) => ({
                        value: mode,
                        label: threadLooks[mode].label,
                      })),
                    ]}
                  />
                )}
              </Field>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
              <label className={css.summary}>
                <Checkbox name="locked" value="on" defaultChecked={thread.isLocked} /> Closed
              </label>
              <Button type="submit">Save</Button>
            </div>
          </Form>
        </details>
      )}
    </>
  )
}
