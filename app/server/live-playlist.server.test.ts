import { describe, expect, test } from 'vitest'
import { edgeOf, endPlaylist, rewritePlaylist, slidingWindow } from './live-playlist.server.ts'

const segments = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `#EXTINF:4.0,\nseg-${from + at}.ts`).join('\n')

describe('rewriting', () => {
  test('names every address of a list of qualities, and says that they are playlists', () => {
    const text = [
      '#EXTM3U',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",URI="subs/en.m3u8",DEFAULT=YES',
      '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://keys.example/1"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES="s"',
      'https://cdn.example/high.m3u8?a=1',
    ].join('\r\n')
    const seen: [string, string][] = []
    const rewritten = rewritePlaylist(text, (uri, kind) => {
      seen.push([uri, kind])
      return 'X'
    })
    expect(seen).toEqual([
      ['subs/en.m3u8', 'playlist'],
      ['https://keys.example/1', 'file'],
      ['https://cdn.example/high.m3u8?a=1', 'playlist'],
    ])
    expect(rewritten).not.toContain('example')
    expect(rewritten).toContain('NAME="English",URI="X",DEFAULT=YES')
  })

  test('names segments, keys, init sections and parts of unknown tags; low latency is left out', () => {
    const text = [
      '#EXTM3U',
      '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x1',
      '#EXT-X-NEW:URI="new.bin"',
      '#EXT-X-PART:DURATION=1,URI="part.mp4"',
      '#EXTINF:4,',
      'a.mp4',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.mp4"',
    ].join('\n')
    const seen: string[] = []
    const rewritten = rewritePlaylist(text, (uri, kind) => {
      seen.push(`${kind} ${uri}`)
      return 'X'
    })
    expect(seen).toEqual(['file init.mp4', 'file key', 'file new.bin', 'file a.mp4'])
    expect(rewritten).not.toMatch(/part|next|SERVER-CONTROL|\.mp4/)
  })

  test('a key inside the playlist stays there', () => {
    expect(
      rewritePlaylist('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="data:text/plain;base64,AA"', () => 'X'),
    ).toContain('data:text/plain')
  })
})

describe('the window of a recording', () => {
  const head = '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:10\n'

  test('keeps the last segments and counts those before', () => {
    const text = slidingWindow(`${head}${segments(10, 20)}\n`, 3)
    expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:18')
    expect(text.match(/seg-\d+/g)).toEqual(['seg-18', 'seg-19', 'seg-20'])
  })

  test('counts a discontinuity that was dropped, keeps one that was not, and the init section that stands', () => {
    const text = slidingWindow(
      `${head}#EXT-X-MAP:URI="i.mp4"\n${segments(10, 11)}\n#EXT-X-DISCONTINUITY\n${segments(12, 14)}\n#EXT-X-DISCONTINUITY\n${segments(15, 15)}\n`,
      2,
    )
    expect(text).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1')
    expect(text.match(/#EXT-X-DISCONTINUITY$/gm)).toHaveLength(1)
    expect(text).toContain('#EXT-X-MAP:URI="i.mp4"')
  })

  test('a shorter recording stays whole', () => {
    expect(slidingWindow(`${head}${segments(10, 11)}\n`, 5).match(/seg-\d+/g)).toHaveLength(2)
  })
})

test('an open playlist is ended once; a list of qualities has no end', () => {
  const open = '#EXTM3U\n#EXTINF:4,\na.ts\n'
  expect(endPlaylist(endPlaylist(open)).match(/ENDLIST/g)).toHaveLength(1)
  expect(endPlaylist('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n')).not.toContain('ENDLIST')
})

test('reads how far a playlist has come', () => {
  expect(edgeOf(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:7\n${segments(7, 9)}\n`)).toEqual({
    sequence: 7,
    segments: 3,
    last: 'seg-9.ts',
    seconds: 4,
  })
})
