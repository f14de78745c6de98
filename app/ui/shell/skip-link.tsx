import { skipLink } from './shell.css.ts'

/** The first stop of the keyboard: past the navigation to the content. */
export function SkipLink() {
  return (
    <a href="#content" className={skipLink}>
      Skip to content
    </a>
  )
}
