import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * Makes a part of a page whose code browsers download after what the page needs at once. The server renders it with the page, so it
 * works as plain HTML until then, and what was typed into it stays. Where the code can't be fetched, the HTML stays as it is.
 * @param id of an element in the part, by which the browser sees that the server rendered it
 * @param load imports the part
 * @returns a component with the props of the part
 */
export function latePart<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  function Part({ props }: { props: Props }) {
    const Loaded = loaded
    return Loaded && <Loaded {...props} />
  }
  const fetchPart = async () => {
    loaded = await load()
    return { default: Part }
  }
  const fetchPartOrStay = () =>
    fetchPart().catch((error) => {
      console.warn('A part of the page could not be loaded', error)
      // A page that was navigated to has no HTML of the server yet.
      if (!document.getElementById(id)) window.location.reload()
      return new Promise<never>(() => {})
    })
  const isBrowser = typeof document !== 'undefined'
  const Late = lazy(isBrowser ? fetchPartOrStay : fetchPart)
  // Fetches the code together with the data of the page that is navigated to.
  if (isBrowser) void fetchPart().catch(() => undefined)

  return function LatePart(props: Props) {
    // Drawn at once where the code is there: React shows an empty place first for what it has to wait for.
    const [{ Shown }] = useState(() => ({ Shown: loaded ? Part : Late }))
    return (
      <Suspense>
        <Shown props={props} />
      </Suspense>
    )
  }
}
