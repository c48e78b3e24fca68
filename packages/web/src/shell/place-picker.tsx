/** A field that finds a place by its name. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { useService } from '../api/service';
import { Icon } from '../design/icons';
import { suggestPlaces } from '../explorer/search-suggestions';
import { usePaused } from './use-paused';

export function PlacePicker({ label, onPick }: { readonly label: string; onPick(geoId: string): void }) {
  const { lintel } = useService();
  const [text, setText] = useState('');
  const wanted = usePaused(text.trim());
  const { data: places = [], isFetching } = useQuery({
    queryKey: ['suggest places', wanted],
    queryFn: ({ signal }) => suggestPlaces(lintel, wanted, signal),
    enabled: wanted.length >= 2,
    placeholderData: (before) => (wanted.length >= 2 ? before : undefined),
  });
  return (
    <ComboBox
      className="field place-picker"
      inputValue={text}
      onInputChange={setText}
      items={places}
      allowsEmptyCollection={text.trim().length >= 2}
      allowsCustomValue
      value={null}
      onChange={(key) => {
        const chosen = places.find(({ id }) => id === key);
        if (chosen?.target.to !== 'place') return;
        setText('');
        onPick(chosen.target.geoId);
      }}
    >
      <Label className="label">{label}</Label>
      <Input className="input" placeholder="City, county, ZIP" />
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
