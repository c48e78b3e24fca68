/** Dialogs of the dashboard, and the button that copies a text. */
import { type ReactNode, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Icon } from '../design/icons';

/** A dialog over the page, with a button that closes it. Without `onClose` only what is in it does. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={() => onClose?.()}
    >
      <Modal className="sheet">
        <Dialog aria-label={title}>
          <div className="sheet-head">
            <h2>{title}</h2>
            {onClose === undefined ? null : (
              <button type="button" className="button quiet icon-only" aria-label="Close" onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" className="button" onClick={copy}>
      {state === 'copied' ? <Icon name="check" /> : null}
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Select it and copy it' : label}
      </span>
    </button>
  );
}

/** A text to copy, such as a key or a command. */
export function Code({ children, label }: { readonly children: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1).
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}
