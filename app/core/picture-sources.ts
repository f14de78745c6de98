/**
 * The sizes of a picture that the site ships itself; others come in one size.
 * @returns `srcset` text, or undefined
 */
export function imageSources(path: string | null): string | undefined {
  const own = /^(\/art\/[\w-]+)\.webp$/.exec(path ?? '')
  return own ? `${own[1]}-800.webp 800w, ${path} 1600w` : undefined
}
