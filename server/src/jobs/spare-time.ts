/** What can be seen of the machine at a moment. */
export interface Signs {
  /** How many the machine has; 0 where it does not tell. */
  readonly processors: number
  /** How many of them others have kept at work of late: neither this worker nor what yields anyway. */
  readonly othersUse: number
  /** For how long this process has had no request to answer. */
  readonly calmMs: number
}

/** What a worker has done of the work that nobody waits for. */
interface PatientWork {
  readonly underWay: number
  /** Since the last of it ended, or the worker began. */
  readonly restedMs: number
  /** How long the last of it took. */
  readonly tookMs: number
}

/** The time of a worker for jobs that nobody waits for. */
export interface SpareTime {
  readonly underWay: number
  /** How many may be begun now. */
  places(nowMs: number): number
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
    places: (nowMs) => patientPlaces(look(nowMs), { underWay, restedMs: nowMs - endedMs, tookMs }),
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

/** Two are enough: while one is made, the next is read. */
const patientAtOnceMax = 2
/** Requests come in bursts: a short gap between two of them is no time to begin something in. */
const calmMsMin = 100
/** One processor for the work, and one that is free for whoever comes meanwhile. */
const freeProcessorsMin = 2
/** So little others always do: a database that keeps what we make, a system that looks after itself. */
const negligibleUse = 0.3
/** Beside others, patient work gets one part in so many of the time, */
const busyShare = 200
/** but waits for a while at least, and not for ever. */
const busyRestMsMin = 5_000
const busyRestMsMax = 30_000

/**
 * How many jobs that nobody waits for may be begun now. They have the time that requests leave: all of
 * it on a machine with nothing else to do, and hardly any, but never none, on one that is always busy.
 */
function patientPlaces(signs: Signs, { underWay, restedMs, tookMs }: PatientWork): number {
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
