-- As in 0002, with numbers cast to text explicitly: the expression is IMMUTABLE and can be inlined.
CREATE OR REPLACE FUNCTION price_decimals(price numeric, guess integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT greatest(9, least(40, CASE
  WHEN round(price, guess - 1) >= ('1e' || (9 - guess)::text)::numeric THEN guess - 1
  WHEN round(price, guess) < ('1e' || (8 - guess)::text)::numeric THEN guess + 1
  ELSE guess END)) $$;
