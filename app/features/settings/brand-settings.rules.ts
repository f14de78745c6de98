/** Decides what a save means where somebody else saved the brand's settings meanwhile, and writes values as the form's fields take them. */
import type { BrandSettingName, BrandSettings } from './brand-settings.schema.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Merges two people's changes field by field.
 * @param base what the caller's form was filled in from; a field that it lacks counts as changed by both
 * @param mine what the caller sent
 * @param theirs what is stored now
 * @returns the merged values, with the caller's where both changed a field, and the names of these fields
 */
export function mergeSettings(
  base: Partial<BrandSettings>,
  mine: BrandSettings,
  theirs: BrandSettings,
): { values: BrandSettings; conflicts: BrandSettingName[] } {
  const names = Object.keys(theirs) as BrandSettingName[]
  const kept = names.filter((name) => isSame(mine[name], base[name]) && name in base)
  const conflicts = names.filter(
    (name) =>
      !kept.includes(name) &&
      !isSame(theirs[name], mine[name]) &&
      !(name in base && isSame(theirs[name], base[name])),
  )
  const values = { ...mine, ...Object.fromEntries(kept.map((name) => [name, theirs[name]])) }
  return { values, conflicts }
}

/** Writes a setting for a sentence about it. */
export function settingText(value: BrandSettings[BrandSettingName]): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length > 0 ? value.map(({ label }) => label).join(', ') : 'nothing'
  return `“${value}”`
}

/** Writes settings as the fields of the form take them: text, and booleans. */
export function settingsForm(values: BrandSettings, version: string) {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : (value ?? ''),
  ])
  return { ...Object.fromEntries(texts), version, base: JSON.stringify(values) }
}
