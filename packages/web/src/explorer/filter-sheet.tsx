/** All filters at once, for narrow screens. */
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { FilterProps } from './filter-bar';
import FilterFields, { allFacets } from './filter-fields';
import { cleared } from './filters';

const groups = [
  'period',
  'words',
  'permit',
  'tags',
  'status',
  'type',
  'value',
  'contractor',
  'kind',
  'more',
] as const;

export default function FilterSheet({ onClose, ...props }: FilterProps & { onClose(): void }) {
  return (
    <ModalOverlay className="veil" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="sheet">
        <Dialog aria-label="Filters">
          <h2>Filters</h2>
          {groups.map((group) => (
            <FilterFields key={group} group={group} facets={allFacets} {...props} />
          ))}
          <div className="sheet-actions">
            <Button className="button" onPress={() => props.change(cleared)}>
              Clear
            </Button>
            <Button className="button primary" onPress={onClose}>
              Show permits
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
