/** A field that finds a place by its name. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { suggestPlaces } from '../explorer/search-suggestions';
import { usePaused } from './use-paused';

export function PlacePicker({ label, onPick }: { readonly label: string; onPick(geoId: string): void }) {
  const { lintel } = useService();
  const [text, setText] = useState('');
  const wanted = usePaused(text.trim());
  const queries = useQueryClient();
  const suggestions = (q: string) =>
    queryOptions({
      queryKey: ['suggest places', q],
      queryFn: ({ signal }) => suggestPlaces(lintel, q, signal),
    });
  const { data: places = [], isFetching } = useQuery({
    ...suggestions(wanted),
    enabled: wanted.length >= 2,
    placeholderData: (before) => (wanted.length >= 2 ? before : undefined),
  });
  const pick = (chosen: (typeof places)[number] | undefined) => {
    if (chosen?.target.to !== 'place') return;
    setText('');
    onPick(chosen.target.geoId);
  };
  /** Who presses Enter without a choice means the first. */
  const pickFirst = async ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    const q = text.trim();
    if (key !== 'Enter' || q.length < 2 || currentTarget.hasAttribute('aria-activedescendant')) return;
    const [first] = await queries.ensureQueryData(suggestions(q)).catch(() => []);
    pick(first);
  };
  return (
    <ComboBox
      className="field place-picker"
      inputValue={text}
      onInputChange={setText}
      items={places}
      allowsEmptyCollection={text.trim().length >= 2}
      allowsCustomValue
      value={null}
      onChange={(key) => pick(places.find(({ id }) => id === key))}
    >
      <Label className="label">{label}</Label>
      <Input
        className="input"
        placeholder="City, county or ZIP"
        onKeyDown={(event) => void pickFirst(event)}
      />
      <Popover className="popover suggestions" offset={4} placement="bottom start">
        <ListBox<(typeof places)[number]>
          renderEmptyState={() => <p className="empty">{isFetching ? 'Searching…' : 'Nothing found.'}</p>}
        >
          {(item) => (
            <ListBoxItem id={item.id} textValue={item.title}>
              <Icon name="pin" />
              <Text slot="label">{item.title}</Text>
              <Text slot="description">{item.note}</Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
