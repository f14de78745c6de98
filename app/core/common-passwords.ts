/**
 * Stems of the passwords that lists of stolen ones are full of. With a capital letter and digits added, as a
 * sign-up form demands, attackers still try them first.
 */
const stems = new Set(
  `password passwort passw pass motdepasse contrasena contraseña parola senha qwerty qwertyui qwertyuiop qwertz azerty
  asdf asdfg asdfgh asdfghjk asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc poiuytrewq abc abcd abcde abcdef
  abcdefg abcdefgh aaa aaaa aaaaaa aaaaaaaa qqqq qqqqqqqq xxxx zzzz letmein welcome welkom bienvenue bienvenido admin
  administrator root user guest test tester testing temp temporary changeme change default secret secure security login
  access master hello hallo hola iloveyou loveyou lovely love lover sweetheart honey sugar baby babygirl babyboy princess
  prince queen king sunshine flower butterfly rainbow angel heaven jesus jesuschrist christ god blessed faith grace hope
  michael michelle jennifer jessica ashley amanda nicole daniel david andrew joshua matthew anthony robert thomas jordan
  justin brandon charlie george william james john maria marie anna laura sarah samantha elizabeth victoria alexander
  football baseball basketball soccer hockey tennis golf softball superman batman spiderman ironman starwars pokemon
  pikachu naruto dragon dragonball monkey tiger lion eagle falcon shadow hunter killer ninja samurai warrior ranger
  summer winter spring autumn fall january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday morning weekend holiday christmas newyork london paris boston
  chicago dallas houston miami brooklyn atlanta america jamaica trinidad haiti freedom liberty trustno trust whatever
  nothing computer internet google facebook instagram twitter youtube apple samsung nokia microsoft windows linux android
  cheese chocolate cookie banana orange pepper ginger coffee purple yellow green blue black silver golden diamond crystal
  money dollar lucky winner success happy forever family friend friends mother father mommy daddy sister brother mustang
  ferrari porsche mercedes corvette yamaha harley ford honda toyota arsenal chelsea liverpool barcelona realmadrid juventus
  yankees cowboys steelers lakers redsox packers raiders eagles phoenix matrix blink slipknot metallica eminem beyonce
  rihanna bobmarley matthew1 guitar music dancer dance party`
    .split(/\s+/)
    .filter(Boolean),
)

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Tells whether attackers try a password first: a common word or key pattern with digits or marks around it, digits
 * for letters included, or a row of neighbouring keys.
 * @param own words that belong to the person, such as their username; a password must be more than one of them
 */
export function isCommonPassword(password: string, own: string[] = []): boolean {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const unmasked = lower
    .replace(/[^\p{L}]+$/u, '')
    .replace(/[013457@$!]/g, (mark) => lookalikes[mark] ?? mark)
  const names = new Set(own.map((name) => name.toLowerCase()))
  for (const word of [core, unmasked]) {
    const isKnown = stems.has(word) || names.has(word) || (word.length % 2 === 0 && isTwice(word))
    // Ignores a few characters around a known word: they make it no harder to guess.
    if (isKnown && lower.length - word.length <= 5) return true
  }
  return (
    /^(1q2w3e|1qaz2wsx|zaq12wsx|q1w2e3|a1b2c3|1a2b3c|123qwe|qwe123|abc123)/.test(lower) ||
    new Set(lower).size <= 4
  )
}

/** Tells whether a text is a common word, twice. */
function isTwice(text: string): boolean {
  const half = text.slice(0, text.length / 2)
  return half.length >= 3 && text === half + half && stems.has(half)
}

/**
 * Says why a password may not be chosen, beyond what its form checks: null when it may.
 * @param own words that belong to the person, such as their username
 */
export function refusedPassword(
  password: string,
  own: string[],
): 'password_common' | 'password_plain' | null {
  if (isCommonPassword(password, own)) return 'password_common'
  // Supabase Auth counts only ASCII. Refuses what it would refuse, before anything is written.
  return /[A-Za-z]/.test(password) && /[0-9]/.test(password) ? null : 'password_plain'
}
