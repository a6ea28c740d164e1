import { registerHooks } from 'node:module'
import { restFrom } from './take-rests.ts'

/** After so long there is a rest. */
const sliceMs = 3
const restShare = 25
const restMsMax = 500
/** All pauses within one module: no message of an idle server can arrive meanwhile. */
const restsMsMax = 10_000

/**
 * Loads a piece of a program bit by bit while somebody is served who comes first. The whole takes a
 * processor for more than half a second, and a request that changes hands ten times would wait a
 * little each time.
 */
export async function loadGently<Module>(
  load: () => Promise<Module>,
  mustYield: () => boolean,
): Promise<Module> {
  const nobodyWakesUs = new Int32Array(new SharedArrayBuffer(4))
  let restedMs = performance.now()
  let leftMs = restsMsMax
  const hooks = registerHooks({
    load(url, context, next) {
      const tookMs = performance.now() - restedMs
      if (tookMs >= sliceMs) {
        // Modules are loaded in one go: nothing else could run meanwhile that this would hold up.
        if (mustYield()) {
          const restMs = Math.min(tookMs * restShare, restMsMax, leftMs)
          Atomics.wait(nobodyWakesUs, 0, 0, restMs)
          leftMs -= restMs
        }
        restedMs = performance.now()
      }
      return next(url, context)
    },
  })
  try {
    const loaded = await load()
    await restFrom(restedMs, mustYield)
    return loaded
  } finally {
    hooks.deregister()
  }
}
