import { skipLink } from './shell.css.ts'

/** Lets the keyboard skip the navigation: the first stop of each page. */
export function SkipLink() {
  return (
    <a href="#content" className={skipLink}>
      Skip to content
    </a>
  )
}
