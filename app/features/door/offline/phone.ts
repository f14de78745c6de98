/** A phone's report of itself. Fields are left out where its browser does not know. */
export type Phone = {
  /** Percent. */
  battery?: number
  isCharging?: boolean
  /** It promised to keep what the scanner stores. */
  isKept?: boolean
}

type Battery = { level: number; charging: boolean }

/** Reads how the phone is, for its report. */
export async function readPhone(): Promise<Omit<Phone, 'isCharging'>> {
  const { isCharging: _, ...phone } = await inspectPhone()
  return phone
}

/** Reads how the phone is. */
export async function inspectPhone(): Promise<Phone> {
  const [battery, isKept] = await Promise.all([readBattery(), readKept()])
  return {
    ...(battery && { battery: Math.round(battery.level * 100), isCharging: battery.charging }),
    ...(isKept !== null && { isKept }),
  }
}

/** Asks the browser to keep what is stored. @returns whether it does; null where it can't say */
export async function askToKeep(): Promise<boolean | null> {
  try {
    return (await readKept()) || (await navigator.storage.persist())
  } catch {
    return null
  }
}

async function readKept(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted()
  } catch {
    return null
  }
}

async function readBattery(): Promise<Battery | null> {
  const { getBattery } = navigator as Navigator & { getBattery?(): Promise<Battery> }
  try {
    return (await getBattery?.call(navigator)) ?? null
  } catch {
    return null
  }
}

/** Returns whether the scanner was opened from the home screen. */
export function isInstalled(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

/** Returns whether this is an iPhone or iPad, where only its owner can put a page on the home screen. */
export function isApplePhone(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/** Lets the browser upload what waits once the network is back, even if the scanner is closed; does nothing where it can't. */
export async function keepQueueGoing(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register('door-queue').catch(() => undefined)
}
