import { Form, Link, useNavigate } from '@remix-run/react'
import { X } from 'lucide-react'
import type { FormEvent } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field-frame.tsx'
import { scroller } from '#ui/layout.css.ts'
import { Select } from '#ui/select.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { GENRES } from '../../event-values.ts'
import { genreName } from '../../events.rules.ts'
import { filterChips, filtersPath, monthName } from '../event-filters.rules.ts'
import type { EventFilters as Filters } from '../event-filters.schema.ts'
import * as css from './event-filters.css.ts'

/**
 * The filters of the list: days as links, the rest as a GET form. With JavaScript a choice applies at once;
 * before it arrives there is a button.
 */
export function EventFilters({
  filters,
  cities,
  months,
}: {
  filters: Filters
  cities: readonly string[]
  months: readonly string[]
}) {
  const navigate = useNavigate()

  function choose({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLSelectElement)) return
    navigate(filtersPath(filters, { [target.name]: target.value || undefined }), { preventScrollReset: true })
  }

  const past = filters.tab === 'past'
  const days = [
    { when: undefined, text: past ? 'All' : 'Any day' },
    ...(past
      ? []
      : [
          { when: 'tonight' as const, text: 'Tonight' },
          { when: 'weekend' as const, text: 'This weekend' },
        ]),
    ...months.map((month) => ({ when: month, text: monthName(month) })),
  ]
  const chips = filterChips(filters)
  // a link from elsewhere may carry a city without events; it stays chosen and visible
  const options = filters.city && !cities.includes(filters.city) ? [filters.city, ...cities] : cities
  return (
    <div className={css.box}>
      <nav aria-label="Dates" className={scroller}>
        {days.map((day) => (
          <Link
            key={day.text}
            to={filtersPath(filters, { when: day.when })}
            className={css.day}
            aria-current={filters.when === day.when ? 'true' : undefined}
            preventScrollReset
          >
            {day.text}
          </Link>
        ))}
      </nav>
      <Form
        method="get"
        action={paths.events()}
        className={css.form}
        preventScrollReset
        aria-label="Filter events"
        onChange={choose}
        // updates the chosen values when the address changes by going back
        key={filtersPath(filters)}
      >
        {filters.tab && <input type="hidden" name="tab" value={filters.tab} />}
        {filters.when && <input type="hidden" name="when" value={filters.when} />}
        <Field id="filter-city" label={<VisuallyHidden>City</VisuallyHidden>}>
          {(control) => (
            <Select
              {...control}
              name="city"
              defaultValue={filters.city ?? ''}
              placeholder="Any city"
              options={options.map((city) => ({ value: city, label: city }))}
            />
          )}
        </Field>
        <Field id="filter-genre" label={<VisuallyHidden>Music</VisuallyHidden>}>
          {(control) => (
            <Select
              {...control}
              name="genre"
              defaultValue={filters.genre ?? ''}
              placeholder="Any music"
              options={GENRES.map((genre) => ({ value: genre, label: genreName(genre) }))}
            />
          )}
        </Field>
        <Field id="filter-price" label={<VisuallyHidden>Price</VisuallyHidden>}>
          {(control) => (
            <Select
              {...control}
              name="price"
              defaultValue={filters.price ?? ''}
              placeholder="Any price"
              options={[
                { value: 'free', label: 'Free' },
                { value: 'paid', label: 'Paid' },
              ]}
            />
          )}
        </Field>
        <Field id="filter-age" label={<VisuallyHidden>Age</VisuallyHidden>}>
          {(control) => (
            <Select
              {...control}
              name="age"
              defaultValue={filters.age ?? ''}
              placeholder="Any age"
              options={[
                { value: 'all', label: 'All ages' },
                { value: '18', label: '18+' },
                { value: '21', label: '21+' },
              ]}
            />
          )}
        </Field>
        <noscript>
          <Button type="submit" variant="secondary" className={css.apply}>
            Show events
          </Button>
        </noscript>
      </Form>
      {chips.length > 0 && (
        <ul className={css.chips} aria-label="Active filters">
          {chips.map((chip) => (
            <li key={chip.key}>
              <Link to={chip.path} className={css.chip} preventScrollReset>
                <VisuallyHidden>Remove </VisuallyHidden>
                {chip.text}
                <X size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to={past ? paths.events({ tab: 'past' }) : paths.events()}
              className={css.clear}
              preventScrollReset
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </div>
  )
}
