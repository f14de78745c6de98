/** Finds the chosen variant of a product, and makes the addresses of choices. */
import * as paths from '#core/paths.ts'
import type { ProductOption, Variant } from './catalogue.types.ts'

/** Names of options that an address has as they are; others are `option1`, `option2`, `option3`. */
const NAMED_OPTIONS = ['size', 'colour', 'color', 'style']

/** The search parameters that may change a product's page. */
export const choiceParams: readonly string[] = [...NAMED_OPTIONS, 'option1', 'option2', 'option3']

/** The search parameter of each option of a product: `size`, `colour`, `option3`. */
export function optionParams(options: readonly ProductOption[]): string[] {
  return options.map(({ name }, place) => {
    const word = name.trim().toLowerCase()
    return NAMED_OPTIONS.includes(word) ? word : `option${place + 1}`
  })
}

/** A value of each option, null where none is chosen. */
type Choice = (string | null)[]

const replaced = (choice: Choice, place: number, value: string | null): Choice =>
  choice.map((old, at) => (at === place ? value : old))
const isSize = ({ name }: ProductOption) => /^sizes?$/i.test(name)
const fits = (variant: Variant, choice: Choice) =>
  choice.every((value, place) => value === null || variant.values[place] === value)

/**
 * Reads what somebody chose from the address of a product's page. What has one value only is chosen already, and so is the first
 * value in stock of everything but a size, which only its wearer knows.
 */
export function readChoice(
  { options }: { options: readonly ProductOption[] },
  variants: readonly Variant[],
  query: URLSearchParams,
): Choice {
  const params = optionParams(options)
  const asked: Choice = options.map(({ values }, place) => {
    const given = query.get(params[place] ?? '')?.toLowerCase()
    return (
      values.find((value) => value.toLowerCase() === given) ??
      (values.length === 1 ? values[0] : null) ??
      null
    )
  })
  return options.reduce<Choice>((choice, option, place) => {
    if (choice[place] !== null || isSize(option)) return choice
    const sold = (value: string) =>
      variants.every((variant) => variant.soldOut || !fits(variant, replaced(choice, place, value)))
    return replaced(choice, place, option.values.find((value) => !sold(value)) ?? option.values[0] ?? null)
  }, asked)
}

/** Returns the variant of a complete choice; null while something is missing, and for a combination that is not made. */
export function chosenVariant<Made extends Variant>(variants: readonly Made[], choice: Choice): Made | null {
  if (choice.includes(null)) return null
  return variants.find((variant) => fits(variant, choice)) ?? null
}

/** One value of an option as the page shows it. */
export type OptionValue = {
  value: string
  /** The page with this value chosen. */
  to: string
  chosen: boolean
  /** Says that no variant with it and the other chosen values can be bought. */
  soldOut: boolean
}

/** Lists each option with its values: what is chosen, where choosing another leads, and which cannot be bought. */
export function optionsOf(
  product: { id: string; slug: string; options: readonly ProductOption[] },
  variants: readonly Variant[],
  choice: Choice,
): { name: string; param: string; chosen: string | null; values: OptionValue[] }[] {
  const params = optionParams(product.options)
  return product.options.map(({ name, values }, place) => ({
    name,
    param: params[place] ?? '',
    chosen: choice[place] ?? null,
    values: values.map((value) => {
      const next = replaced(choice, place, value)
      return {
        value,
        to: paths.product(
          product.id,
          product.slug,
          Object.fromEntries(params.map((key, at) => [key, next[at]])),
        ),
        chosen: choice[place] === value,
        soldOut: variants.every((variant) => variant.soldOut || !fits(variant, next)),
      }
    }),
  }))
}

/** Orders a product's pictures: those of what is chosen, those that show it in general, those of other values. */
export function picturesOf<Picture extends { value: string | null }>(
  pictures: readonly Picture[],
  choice: Choice,
): Picture[] {
  const rank = ({ value }: Picture) => (value === null ? 1 : choice.includes(value) ? 0 : 2)
  return [...pictures].sort((one, other) => rank(one) - rank(other))
}

/** Returns the first option without a chosen value; null when all have one. */
export function missingOption(options: readonly ProductOption[], choice: Choice): string | null {
  return options.find((_, place) => choice[place] === null)?.name ?? null
}

/** The address of a variant: the product's page with its values chosen. */
export function variantPath(
  product: { id: string; slug: string; options: readonly ProductOption[] },
  variant: Pick<Variant, 'values'>,
): string {
  const values = optionParams(product.options).map((key, place) => [key, variant.values[place]])
  return paths.product(product.id, product.slug, Object.fromEntries(values))
}
