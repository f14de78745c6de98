/** The inks of the demo brand, by family: the pictures of one series share one. */

export const road = {
  night: '#1b1140',
  bone: '#f3e6cf',
  orange: '#ff5f2e',
  magenta: '#dc1f6e',
  yellow: '#fbb829',
  teal: '#14ad9f',
}
export const sound = { paper: '#ecdcbd', red: '#e8330f', amber: '#f7a81b', plum: '#24101f', olive: '#4f6b2c' }
export const steel = {
  paper: '#e8dbbd',
  deep: '#0f3a47',
  petrol: '#0d6f7a',
  amber: '#e6a234',
  brick: '#d94f2d',
}
export const crown = { black: '#150d18', pink: '#ff2f7d', acid: '#e4f23c', white: '#fff3e6' }
export const cooler = {
  ice: '#c9e6ea',
  cobalt: '#1b3fc4',
  orange: '#ff6426',
  white: '#fffaf0',
  leaf: '#1c9a5c',
}
export const water = {
  deep: '#0a2547',
  sand: '#f3e2c0',
  aqua: '#35b3c1',
  coral: '#ff6652',
  butter: '#ffd25e',
}
export const cloth = {
  ochre: '#eda31f',
  clay: '#c83d1c',
  forest: '#0c4a3c',
  cream: '#f6e7c8',
  indigo: '#221c56',
}
export const lounge = {
  plum: '#2b0e2d',
  wine: '#a3163f',
  blush: '#f4b49f',
  cream: '#f8e8d6',
  gold: '#e8aa38',
}
export const moon = { sky: '#142a63', bone: '#f5e9d2', gold: '#f2b23e', rose: '#f0705a' }
