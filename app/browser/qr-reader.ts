/** Looks for a QR code in a picture. */
export type QrReader = (picture: HTMLVideoElement) => Promise<string | null>

type Found = { rawValue: string }
type Detector = { detect(source: HTMLVideoElement): Promise<Found[]> }
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

/** Longer side of the picture to read, in pixels: enough for a code that fills a third of it. */
const readSize = 960

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
    const { videoWidth, videoHeight } = picture
    if (videoWidth === 0) return null
    const scale = Math.min(1, readSize / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const image = pen.getImageData(0, 0, canvas.width, canvas.height)
    const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    return found.find((code) => code.isValid)?.text ?? null
  }
}
