/** The tags of a permit: what each means, and the words that gave it. */
import type { Permit, TagProvenance } from '@lintel/client';
import { useQuery } from '@tanstack/react-query';
import { provenanceQuery } from '../api/permit-queries';
import { tagsQuery } from '../api/release-queries';
import { useService } from '../api/service';
import { Part } from '../design/record-parts';
import { sentence, words } from '../words/format';

export function TagsPart({ permit }: { readonly permit: Permit }) {
  const { lintel } = useService();
  const { data: meanings = [] } = useQuery(tagsQuery(lintel));
  const { data: provenance } = useQuery(provenanceQuery(lintel, permit.id));
  if (permit.tags.length === 0) return null;
  return (
    <Part title="Tags">
      <dl className="meanings">
        {permit.tags.map((tag) => {
          const reason = provenance?.tags.find((each) => each.tag === tag);
          return (
            <div key={tag}>
              <dt className="tag">{sentence(tag)}</dt>
              <dd>
                {meanings.find(({ id }) => id === tag)?.description}
                {reason ? <Reason permit={permit} reason={reason} /> : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </Part>
  );
}

const fieldNames = { type: 'permit type', subtype: 'subtype', description: 'description' } as const;

function Reason({ permit, reason }: { readonly permit: Permit; readonly reason: TagProvenance }) {
  const { basis, includes } = reason;
  if (basis === 'words') {
    return (
      <small className="reason">
        {reason.words.map(({ field, start, end }, at) => (
          <span key={`${field} ${start}`}>
            {at === 0 ? 'From ' : ', '}
            <q>{permit[field]?.slice(start, end)}</q> in the {fieldNames[field]}
          </span>
        ))}
      </small>
    );
  }
  return (
    <small className="reason">
      {basis === 'narrower_tag'
        ? `Because of ${includes.map((tag) => words(tag)).join(', ')}, which is a part of it`
        : basis === 'property_type'
          ? 'From the type of the property'
          : 'From texts of the row that are not published'}
    </small>
  );
}
