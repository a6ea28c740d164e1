import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultyDatabase, harnessName } from '../installation/database.ts'
import type { Installation } from '../installation/installation.ts'
import type { KeptProcess } from '../installation/kept-process.ts'
import { type Line, directions } from '../installation/line.ts'
import type { Random } from '../random.ts'

/** What is done to an installation, and how often each is chosen. */
const weights = {
  'server killed': 4,
  'worker killed': 3,
  'PostgreSQL killed': 3,
  'backend killed': 3,
  'backends cut off': 4,
  'server stopped': 2,
  'worker stopped': 1,
  'PostgreSQL stopped': 1,
  'server frozen': 1,
  'worker frozen': 1,
  'PostgreSQL frozen': 2,
  'PostgreSQL only reading': 1,
  'disk full': 2,
  'line stalled': 3,
  'line lost': 2,
  'clock set': 2,
}
export type BlowKind = keyof typeof weights
export const blowKinds = Object.keys(weights) as readonly BlowKind[] // The keys are what the type says.

const freezeMinMs = 500
const lookAgainMs = 100
const stopTimeoutMs = 10_000
/** Longer than anybody's patience: requests must then be refused, not kept waiting. */
const longFreezeMs = 40_000
/** Signed messages are taken for five minutes, and may be under way for one. */
const clockOffMaxMs = 240_000
const fillerBytes = 1024 * 1024
const pageBytes = 4096

/** How hard the blows fall on one another. */
export interface Pace {
  /** So often the next blow falls before everybody is up again. */
  readonly mercilessChance: number
  /** After so long at most. */
  readonly mercilessPauseMaxMs: number
  /** Otherwise everybody gets up to this long to go about their business. */
  readonly calmMaxMs: number
  readonly freezeMaxMs: number
  readonly longFreezeChance: number
}

export const usualPace: Pace = {
  mercilessChance: 0.3,
  mercilessPauseMaxMs: 1_500,
  calmMaxMs: 3_000,
  freezeMaxMs: 6_000,
  longFreezeChance: 0.1,
}

/** In one process the worker is the server: there is nobody else to kill. Only a small disk is filled. */
export function chooseBlow(
  random: Random,
  { topology, disk, lines, clocks }: Installation,
): BlowKind {
  const kinds = blowKinds.filter(
    (kind) =>
      (topology === 'apart' || !kind.startsWith('worker')) &&
      (disk !== null || kind !== 'disk full') &&
      (lines.length > 0 || !kind.startsWith('line')) &&
      (clocks.size > 0 || kind !== 'clock set'),
  )
  const chosen = kinds.map((kind) => [kind, weights[kind]] as const)
  return random.weigh(Object.fromEntries(chosen) as Readonly<Record<BlowKind, number>>) // As named.
}

/** Strikes once. Returns whom it hit; null when there was nobody to hit just then. */
export async function strike(
  kind: BlowKind,
  installation: Installation,
  random: Random,
  pace: Pace,
): Promise<string | null> {
  const { servers, workers } = installation
  switch (kind) {
    case 'server killed':
      return signal(oneOf(servers, random), 'SIGKILL')
    case 'worker killed':
      return signal(oneOf(workers, random), 'SIGKILL')
    case 'server stopped':
      return signal(oneOf(servers, random), 'SIGTERM')
    case 'worker stopped':
      return signal(oneOf(workers, random), 'SIGTERM')
    case 'server frozen':
      return freezeProcess(oneOf(servers, random), random, pace)
    case 'worker frozen':
      return freezeProcess(oneOf(workers, random), random, pace)
    case 'PostgreSQL killed':
      return signalPostmaster(installation, 'SIGKILL')
    case 'PostgreSQL stopped':
      return stopPostgres(installation)
    case 'PostgreSQL frozen':
      return freezePostgres(installation, random, pace)
    case 'PostgreSQL only reading':
      return letOnlyRead(installation, random, pace)
    case 'disk full':
      return fillDisk(installation, random, pace)
    case 'backend killed':
      return killBackend(installation, random)
    case 'backends cut off':
      return cutBackends(installation, random)
    case 'line stalled':
      return stallLine(oneOf(installation.lines, random), random, pace)
    case 'line lost':
      return loseLine(oneOf(installation.lines, random), random, pace)
    case 'clock set':
      return setClock(installation, random, pace)
  }
}

function oneOf<One>(all: readonly One[], random: Random): One {
  const [first, ...others] = all
  if (first === undefined) throw new Error('this installation has none of them')
  return random.pick([first, ...others])
}

function signal(kept: KeptProcess, name: NodeJS.Signals): string | null {
  return kept.signal(name) ? kept.name : null
}

async function freezeProcess(
  kept: KeptProcess,
  random: Random,
  pace: Pace,
): Promise<string | null> {
  const forMs = random.between(freezeMinMs, pace.freezeMaxMs)
  if (!kept.signal('SIGSTOP')) return null
  await sleep(forMs)
  kept.signal('SIGCONT')
  return `${kept.name} for ${Math.round(forMs)} ms`
}

async function signalPostmaster(
  { database }: Installation,
  name: NodeJS.Signals,
): Promise<string | null> {
  const pid = await database.postmaster()
  return pid !== null && send(pid, name) ? `postmaster ${pid}` : null
}

/**
 * As a process manager stops it: first in good order, and then for good. While it recovers from a
 * crash, PostgreSQL 18 may hang when it is asked to stop.
 */
async function stopPostgres({ database }: Installation): Promise<string | null> {
  const pid = await database.postmaster()
  if (pid === null || !send(pid, 'SIGINT')) return null
  const giveUpAt = performance.now() + stopTimeoutMs
  while ((await database.postmaster()) === pid) {
    if (performance.now() > giveUpAt) {
      send(pid, 'SIGKILL')
      return `postmaster ${pid}, which hung and was killed`
    }
    await sleep(lookAgainMs)
  }
  return `postmaster ${pid}`
}

/** All of it stands still: nobody is refused, nobody is answered. */
async function freezePostgres(
  installation: Installation,
  random: Random,
  pace: Pace,
): Promise<string | null> {
  const forMs = freezeTime(random, pace)
  const postmaster = await installation.database.postmaster()
  const others = await processesOf(installation)
  if (postmaster === null || others.length === 0) return null
  const all = [postmaster, ...others.map(({ pid }) => pid)]
  for (const pid of all) send(pid, 'SIGSTOP')
  await sleep(forMs)
  for (const pid of all) send(pid, 'SIGCONT')
  return `postmaster ${postmaster} for ${Math.round(forMs)} ms`
}

/** Nobody is refused, nothing arrives. What was sent meanwhile arrives late, when others have gone on. */
async function stallLine(line: Line, random: Random, pace: Pace): Promise<string> {
  const direction = random.pick(directions)
  const forMs = freezeTime(random, pace)
  line.stall(direction)
  await sleep(forMs)
  line.resume()
  return `${line.name} ${direction} for ${Math.round(forMs)} ms`
}

/** The process is cut off, and its sessions live on with all that they hold. */
async function loseLine(line: Line, random: Random, pace: Pace): Promise<string | null> {
  const forMs = random.between(freezeMinMs, pace.freezeMaxMs)
  const { lost, forget } = line.lose()
  if (lost === 0) return null
  await sleep(forMs)
  forget()
  return `${lost} sessions of ${line.name}, noticed after ${Math.round(forMs)} ms`
}

/** A clock that is off, and is then set right: it jumps both ways. */
async function setClock(
  { clocks }: Installation,
  random: Random,
  pace: Pace,
): Promise<string | null> {
  const [name, clock] = oneOf([...clocks], random)
  const offByMs = random.between(-clockOffMaxMs, clockOffMaxMs)
  clock.set(offByMs)
  await sleep(random.between(freezeMinMs, pace.freezeMaxMs))
  clock.set(0)
  return `${name} by ${Math.round(offByMs)} ms`
}

/** Others have left nothing of the disk under the database, until somebody makes room. */
async function fillDisk(
  { disk }: Installation,
  random: Random,
  pace: Pace,
): Promise<string | null> {
  if (disk === null) return null
  const forMs = random.between(freezeMinMs, pace.freezeMaxMs)
  const filler = join(disk, 'filler')
  try {
    await writeUntilFull(filler)
    await sleep(forMs)
  } finally {
    await rm(filler, { force: true })
  }
  return `${disk} for ${Math.round(forMs)} ms`
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    // To the last page: what is left after large pieces takes small ones.
    for (const piece of [Buffer.alloc(fillerBytes), Buffer.alloc(pageBytes)]) {
      for (;;) {
        const isWritten = await file.write(piece).then(
          ({ bytesWritten }) => bytesWritten === piece.length,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'ENOSPC') return false
            throw error
          },
        )
        if (!isWritten) break
      }
    }
  } finally {
    await file.close()
  }
}

/** As one does that is no longer the primary. */
async function letOnlyRead(
  { database }: Installation,
  random: Random,
  pace: Pace,
): Promise<string | null> {
  const forMs = random.between(freezeMinMs, pace.freezeMaxMs)
  try {
    await database.ask('alter system set default_transaction_read_only = on')
    await database.ask('select pg_reload_conf()')
  } catch {
    return null // It is away. Whatever was set is taken back before the next one is hit.
  } finally {
    await sleep(forMs)
    await writeAgain(database)
  }
  return `for ${Math.round(forMs)} ms`
}

async function writeAgain(database: FaultyDatabase): Promise<void> {
  for (;;) {
    try {
      await database.ask('alter system reset default_transaction_read_only')
      await database.ask('select pg_reload_conf()')
      return
    } catch {
      await sleep(lookAgainMs) // It starts again by itself; the harness must only ask until then.
    }
  }
}

/** PostgreSQL does not trust its memory after that: it ends all sessions and recovers. */
async function killBackend(installation: Installation, random: Random): Promise<string | null> {
  const [first, ...others] = await sessionsOf(installation)
  if (first === undefined) return null
  const { pid } = random.pick([first, ...others])
  return send(pid, 'SIGKILL') ? `backend ${pid}` : null
}

/** A failover, or somebody who tidies up: some sessions end, or all of them. */
async function cutBackends(installation: Installation, random: Random): Promise<string | null> {
  const share = random.pick([0.2, 0.5, 1])
  const victims = (await sessionsOf(installation)).filter(() => random.chance(share))
  if (victims.length === 0) return null
  const pids = victims.map(({ pid }) => pid)
  try {
    await installation.database.ask('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [
      pids,
    ])
  } catch {
    return null // It went away just now.
  }
  return `${pids.length} sessions`
}

function freezeTime(random: Random, pace: Pace): number {
  return random.chance(pace.longFreezeChance)
    ? longFreezeMs
    : random.between(freezeMinMs, pace.freezeMaxMs)
}

interface ServerProcess {
  readonly pid: number
  readonly kind: string
}

async function sessionsOf(installation: Installation): Promise<ServerProcess[]> {
  return (await processesOf(installation)).filter(({ kind }) => kind === 'client backend')
}

/** Every process of PostgreSQL but the harness's own session; none while it is away. */
async function processesOf({ database }: Installation): Promise<ServerProcess[]> {
  try {
    return await database.ask<{ pid: number; kind: string }>(
      `select pid, backend_type as kind from pg_stat_activity where application_name <> $1`,
      [harnessName],
    )
  } catch {
    return []
  }
}

function send(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false // It ended by itself in this very moment.
  }
}
