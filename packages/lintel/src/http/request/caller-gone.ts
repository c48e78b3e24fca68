/** The caller hung up before the answer was sought: nothing is found, charged or sent, and nothing failed. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}
