/** Looks for a QR code in a picture: what a camera shows now, or a photo. */
export type QrReader = (picture: HTMLVideoElement | ImageBitmap) => Promise<string | null>

type Found = { rawValue: string }
type Detector = { detect(source: HTMLVideoElement | ImageBitmap): Promise<Found[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

declare global {
  interface Window {
    /** Missing in some browsers, and without QR codes in others. */
    BarcodeDetector?: DetectorClass
  }
}

/** Uses the browser's own reader where it knows QR codes, else loads one (400 KB, once). */
export async function openQrReader(): Promise<QrReader> {
  return (await openOwnReader()) ?? (await openLoadedReader())
}

async function openOwnReader(): Promise<QrReader | null> {
  const { BarcodeDetector } = window
  if (!BarcodeDetector) return null
  try {
    const formats = await BarcodeDetector.getSupportedFormats()
    if (!formats.includes('qr_code')) return null
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null
  } catch {
    return null
  }
}

/** Longer side of the picture to read, in pixels: enough for a code that fills a third of it. A photo may show more around it. */
const readSize = { video: 960, photo: 2000 }

async function openLoadedReader(): Promise<QrReader> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasm }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser cannot read pictures.')
  return async (picture) => {
    const isVideo = picture instanceof HTMLVideoElement
    const width = isVideo ? picture.videoWidth : picture.width
    const height = isVideo ? picture.videoHeight : picture.height
    if (width === 0) return null
    const scale = Math.min(1, (isVideo ? readSize.video : readSize.photo) / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const image = pen.getImageData(0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    return found.find((code) => code.isValid)?.text ?? null
  }
}

/**
 * Reads the QR code of a photo.
 * @returns its text; null when the photo shows none, or the file is no picture that this browser can open
 */
export async function readQrPhoto(photo: Blob): Promise<string | null> {
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) return null
  try {
    const read = await openQrReader()
    return await read(picture)
  } finally {
    picture.close()
  }
}
