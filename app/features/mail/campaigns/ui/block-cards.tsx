import { Form } from '@remix-run/react'
import { mostCards } from '#core/campaign-blocks.ts'
import { formatLongDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Checkbox, Field, TextInput } from '#ui/field.tsx'
import { cluster, stack, text as textStyles } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { EventArt } from '#ui/picture.tsx'
import type { CardChoice } from '../campaign.types.ts'
import * as css from './campaign.css.ts'

/**
 * Chooses the events or products of a block: a search, and its results to tick, those chosen before first.
 * @param chosen their ids, in their order
 */
export function BlockCards({
  campaignId,
  version,
  block,
  kind,
  chosen,
  found,
  search,
  refusal,
}: {
  campaignId: string
  version: number
  block: string
  kind: 'events' | 'products'
  chosen: string[]
  found: CardChoice[]
  search: string
  refusal: string | null
}) {
  const noun = kind === 'events' ? 'events' : 'products'
  const listed = found.toSorted((a, b) => placeOf(chosen, a.id) - placeOf(chosen, b.id))
  return (
    <FormSection id="block-cards" title={kind === 'events' ? 'Choose events' : 'Choose products'}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <Form role="search" className={stack[3]}>
        <input type="hidden" name="block" value={block} />
        <Field id="card-search" label={`Search ${noun}`}>
          {(control) => (
            <TextInput {...control} type="search" name="q" defaultValue={search} maxLength={80} />
          )}
        </Field>
        <div>
          <Button type="submit" variant="secondary" size="sm">
            Search
          </Button>
        </div>
      </Form>
      <Form method="post" className={stack[4]}>
        <input type="hidden" name="version" value={version} />
        <fieldset className={stack[3]}>
          <legend
            className={textStyles.small}
          >{`Choose up to ${mostCards}. Their dates and prices are those of the moment it goes out.`}</legend>
          <ul className={css.results}>
            {listed.map(({ id, title, imagePath, startsAt, timeZone }) => (
              <li key={id} className={css.result}>
                <Checkbox id={`card-${id}`} name="chosen" value={id} defaultChecked={chosen.includes(id)} />
                <div className={css.resultPicture}>
                  <EventArt path={imagePath} alt="" seed={id} ratio="square" sizes="3.5rem" />
                </div>
                <label htmlFor={`card-${id}`} className={css.resultName}>
                  {title}
                  {startsAt && timeZone && (
                    <span className={textStyles.small}>{formatLongDay(startsAt, timeZone)}</span>
                  )}
                </label>
              </li>
            ))}
          </ul>
          {listed.length === 0 && <p>{`No public ${noun} found.`}</p>}
        </fieldset>
        <div className={cluster[2]}>
          <Button type="submit">Show these</Button>
          <LinkButton to={paths.campaign(campaignId)} variant="ghost">
            Back
          </LinkButton>
        </div>
      </Form>
    </FormSection>
  )
}

const placeOf = (chosen: string[], id: string) => {
  const at = chosen.indexOf(id)
  return at < 0 ? chosen.length : at
}
