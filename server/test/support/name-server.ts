import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

/** A name server over UDP, whose records a test writes, and which can fail as others do. */
export interface TestNameServer {
  /** For `nameServers`, as `127.0.0.1:5300`. */
  readonly address: string
  /** By name and type. A name without any record does not exist. */
  readonly zone: Map<string, ZoneRecords>
  /** What it does with questions for a name, in place of an answer. */
  readonly faults: Map<string, NameFault>
  close(): Promise<void>
}

export interface ZoneRecords {
  /** A text, or the strings that it is split into. */
  readonly TXT?: readonly (string | readonly string[])[]
  readonly MX?: readonly { readonly priority: number; readonly exchange: string }[]
  /** Addresses of IPv4. */
  readonly A?: readonly string[]
}

/** `late` answers only who asks again, as if the first answer were still on its way. */
export type NameFault = 'fails' | 'refuses' | 'silent' | 'late'

const types = { A: 1, MX: 15, TXT: 16 } as const
const codes = { fails: 2, unknown: 3, refuses: 5 } as const
const headerBytes = 12

export async function openNameServer(): Promise<TestNameServer> {
  const zone: TestNameServer['zone'] = new Map()
  const faults: TestNameServer['faults'] = new Map()
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => {
    const { name, type, end } = readQuestion(question)
    const fault = faults.get(name)
    const key = `${name} ${type}`
    const isAgain = asked.has(key)
    asked.add(key)
    if (fault === 'silent' || (fault === 'late' && !isAgain)) return
    const code = fault === 'fails' || fault === 'refuses' ? codes[fault] : 0
    const records = zone.get(name)
    const answers = code === 0 && records !== undefined ? answersOf(records, type) : []
    const status = code === 0 && records === undefined ? codes.unknown : code
    const header = Buffer.alloc(headerBytes)
    question.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x84_00 | (question.readUInt16BE(2) & 0x01_00) | 0x00_80 | status, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    socket.send(
      Buffer.concat([header, question.subarray(headerBytes, end), ...answers]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    faults,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function readQuestion(question: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = headerBytes
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: question.readUInt16BE(at + 1),
    end: at + 5,
  }
}

function answersOf({ TXT = [], MX = [], A = [] }: ZoneRecords, type: number): Buffer[] {
  const data: Record<number, () => Buffer[]> = {
    [types.A]: () => A.map((address) => Buffer.from(address.split('.').map(Number))),
    [types.MX]: () => MX.map((one) => Buffer.concat([number(one.priority), nameOf(one.exchange)])),
    [types.TXT]: () =>
      TXT.map((text) => {
        const strings = typeof text === 'string' ? [text] : text
        return Buffer.concat(strings.map((one) => Buffer.from([one.length, ...Buffer.from(one)])))
      }),
  }
  if (A.some((address) => !isIPv4(address))) throw new Error('only addresses of IPv4 are known')
  return (data[type]?.() ?? []).map((rdata) => {
    const head = Buffer.from([0xc0, headerBytes, 0, type, 0, 1, 0, 0, 0, 0])
    return Buffer.concat([head, number(rdata.length), rdata])
  })
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
