/** The load of the machine at one moment. */
export interface Signs {
  /** The number of processors; 0 where the system does not say. */
  readonly processors: number
  /** How many processors others have used recently, without this worker and low-priority work. */
  readonly othersUse: number
  /** How long this process has had no request. */
  readonly calmMs: number
}

/** The patient jobs of a worker so far. */
interface PatientWork {
  readonly underWay: number
  /** The time since the last patient job ended, or the worker started. */
  readonly restedMs: number
  /** How long the last patient job took. */
  readonly tookMs: number
}

/** A worker's time for patient jobs, which nobody waits for. */
export interface SpareTime {
  readonly underWay: number
  /** How many patient jobs may begin now. */
  slots(nowMs: number): number
  begin(nowMs: number): { end(nowMs: number): void }
}

export function openSpareTime(look: (nowMs: number) => Signs, startedMs: number): SpareTime {
  let underWay = 0
  let tookMs = 0
  let endedMs = startedMs
  return {
    get underWay() {
      return underWay
    },
    slots: (nowMs) => patientSlots(look(nowMs), { underWay, restedMs: nowMs - endedMs, tookMs }),
    begin(beganMs) {
      underWay += 1
      return {
        end(nowMs) {
          underWay -= 1
          tookMs = nowMs - beganMs
          endedMs = nowMs
        },
      }
    },
  }
}

/** Two are enough: while one is processed, the next is read. */
const patientAtOnceMax = 2
/** Requests come in bursts: patient jobs do not begin in a short gap between two of them. */
const calmMsMin = 100
/** One processor for the work, and a free one for requests. */
const freeProcessorsMin = 2
/** The background load of the database and the system, which always exists. */
const negligibleUse = 0.3
/** On a busy machine patient work gets one part in so many of the time, */
const busyShare = 200
/** but waits for a while at least, and not for ever. */
const busyRestMsMin = 5_000
const busyRestMsMax = 30_000

/**
 * How many patient jobs may begin now. They get the time that requests leave: all of it on an idle
 * machine, and hardly any, but never none, on one that is always busy.
 */
function patientSlots(signs: Signs, { underWay, restedMs, tookMs }: PatientWork): number {
  if (isTimeToSpare(signs)) return Math.max(0, patientAtOnceMax - underWay)
  return underWay === 0 && restedMs >= busyRestMs(tookMs) ? 1 : 0
}

function isTimeToSpare({ processors, othersUse, calmMs }: Signs): boolean {
  const wanted = Math.min(processors, freeProcessorsMin) - negligibleUse
  return calmMs >= calmMsMin && (processors === 0 || processors - othersUse >= wanted)
}

function busyRestMs(tookMs: number): number {
  return Math.min(busyRestMsMax, Math.max(busyRestMsMin, tookMs * busyShare))
}
