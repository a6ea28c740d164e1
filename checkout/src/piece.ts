/** A part of this page is not there: the network is gone, or the page was renewed since it was opened. */
export class PieceMissing extends Error {}

/** Parts are loaded when somebody needs them. One that is missing is told, and the page can be loaded again. */
export async function piece<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading
  } catch (cause) {
    throw new PieceMissing('a part of the page is missing', { cause })
  }
}
