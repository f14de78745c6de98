/** hls.js types its whole build alone; the light one has the same class with parts left out. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
