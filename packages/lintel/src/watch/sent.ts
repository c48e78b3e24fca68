/** What became of one attempt to send a message. */
export type Sent =
  | { readonly isSent: true; readonly answer: string }
  | {
      readonly isSent: false;
      readonly answer: string;
      /** Whether the receiver says that it is gone for good (410). */
      readonly isGone: boolean;
    };
