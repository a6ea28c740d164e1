/** A piece cannot be loaded: the network is down, or a new release replaced it. */
export class PieceMissing extends Error {}

/** Loads a piece on demand. If it is missing, the customer is asked to reload the page. */
export async function piece<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading
  } catch (cause) {
    throw new PieceMissing('a part of the page is missing', { cause })
  }
}
