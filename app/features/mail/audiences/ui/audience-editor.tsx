import { Form, useFetcher } from '@remix-run/react'
import { useEffect, useId, useRef } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { cluster, split, stack, stickyAside } from '#ui/layout.css.ts'
import type { DraftGroup } from '../audience-draft.rules.ts'
import type { AudienceChoices, AudienceCount } from '../audiences.types.ts'
import { AudienceBuilder } from './audience-builder.tsx'
import { AudienceFigures } from './audience-count.tsx'

/** What the form of an audience answers: what was built, with its count or with what is wrong. */
export type AudienceAnswer = {
  draft: DraftGroup
  name: string
  problems: Record<string, string>
  /** A sentence about the form as a whole, or about its name. */
  refusal: string | null
  count: AudienceCount | null
}

/**
 * Renders the form of a saved audience: its name, its conditions, and how many it has, counted again after each change.
 * @param version of the stored audience; null for a new one
 */
export function AudienceEditor({
  start,
  version,
  choices,
  isNamed = true,
  isNotice = false,
}: {
  start: AudienceAnswer
  version: number | null
  choices: AudienceChoices
  /** False for the audience of a campaign, which has no name of its own. */
  isNamed?: boolean
  isNotice?: boolean
}) {
  const counter = useFetcher<AudienceAnswer>()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const name = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const recount = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!form.current) return
      const fields = new FormData(form.current)
      fields.set('step', 'count')
      counter.submit(fields, { method: 'post' })
    }, 400)
  }
  const count = counter.data?.count ?? start.count
  return (
    <Form method="post" ref={form} className={split}>
      <div className={stack[5]}>
        {start.refusal && <Banner tone="danger">{start.refusal}</Banner>}
        {version !== null && <input type="hidden" name="version" value={version} />}
        {/* Enter in a field saves, as the first button of a form decides. */}
        <button type="submit" name="step" value="save" hidden tabIndex={-1} aria-hidden="true" />
        {isNamed && (
          <Field id={name} label="Name" required>
            {(control) => <TextInput {...control} name="name" defaultValue={start.name} maxLength={80} />}
          </Field>
        )}
        <AudienceBuilder start={start.draft} choices={choices} problems={start.problems} onChange={recount} />
        <div className={cluster[3]}>
          <Button type="submit" name="step" value="save">
            Save audience
          </Button>
          <Button type="submit" name="step" value="count" variant="secondary">
            Count
          </Button>
        </div>
      </div>
      <aside className={stickyAside}>{count && <AudienceFigures count={count} isNotice={isNotice} />}</aside>
    </Form>
  )
}
