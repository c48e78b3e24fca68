/** Questions that every release can answer. */
export const examples: readonly { readonly title: string; readonly sql: string }[] = [
  {
    title: 'Permits by year',
    sql: "SELECT date_trunc('year', start_date)::DATE AS year, count(*) AS permits\nFROM permits\nWHERE start_date IS NOT NULL\nGROUP BY 1\nORDER BY 1",
  },
  {
    title: 'Median days to issue, by type',
    sql: 'SELECT type, median(approval_duration) AS median_days, count(*) AS permits\nFROM permits\nWHERE approval_duration IS NOT NULL\nGROUP BY 1\nHAVING count(*) >= 20\nORDER BY 2 DESC\nLIMIT 20',
  },
  {
    title: 'Tags by job value',
    sql: 'SELECT tag, sum(job_value) / 100 AS dollars, count(*) AS permits\nFROM (SELECT unnest(tags) AS tag, job_value FROM permits)\nGROUP BY 1\nORDER BY 2 DESC\nLIMIT 20',
  },
  {
    title: 'Largest works on the map',
    sql: 'SELECT description, job_value / 100 AS dollars, start_date, address_lat, address_long\nFROM permits\nWHERE address_lat IS NOT NULL AND job_value IS NOT NULL\nORDER BY job_value DESC\nLIMIT 200',
  },
  {
    title: 'Permits by city',
    sql: 'SELECT name, count(*) AS permits\nFROM permits JOIN places ON geo_id = city_id\nGROUP BY 1\nORDER BY 2 DESC\nLIMIT 20',
  },
];
