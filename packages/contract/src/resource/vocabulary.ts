/** The closed vocabularies (C20 to C24) as schemas, named so that clients get one type for each. */
import { OneOf } from '../schema.js';
import { contractorClassifications } from '../vocabulary/classification.js';
import { assetClasses, decisionCategories } from '../vocabulary/decision.js';
import { propertyTypes } from '../vocabulary/property.js';
import { permitRecordKinds } from '../vocabulary/record-kind.js';
import { permitStatuses } from '../vocabulary/status.js';
import { tagIds } from '../vocabulary/tag.js';

/** The value of a metrics filter for the row over everything (C29). */
const allValues = 'all';

export const PermitStatusName = OneOf(
  permitStatuses,
  '`in_review`: filed or approved but not issued. `active`: issued, work may go on. `final`: completed. `inactive`: expired, void, withdrawn, denied, revoked or stalled.',
  'PermitStatus',
);
export const PermitRecordKindName = OneOf(
  permitRecordKinds,
  '`initial`: the first permit of its work. `renewal`: the same permit once more, after it expired or was reissued. `amendment`: a change of a permit. `subpermit`: a part of the work under a permit of its own. `master`: the permit that others are part of. `application`: filed, and not issued as a permit.',
  'PermitRecordKind',
);
export const TagName = OneOf(tagIds, 'Tag id. `GET /v2/list/tags` describes each.', 'TagId');
export const PropertyTypeName = OneOf(propertyTypes, 'What the property is used for.', 'PropertyType');
export const ClassificationName = OneOf(
  contractorClassifications,
  'What a contractor does, derived from license classes and work done.',
  'ContractorClassification',
);
export const DecisionCategoryName = OneOf(decisionCategories, 'Kind of decision.', 'DecisionCategory');
export const AssetClassName = OneOf(assetClasses, 'What a decision is about.', 'AssetClass');

export const MetricsTag = OneOf([allValues, ...tagIds], 'Tag id, or `all`.', 'MetricsTag');
export const MetricsPropertyType = OneOf(
  [allValues, ...propertyTypes],
  'Property type, or `all`.',
  'MetricsPropertyType',
);
