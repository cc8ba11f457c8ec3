-- STABLE, as to_char is, and not STRICT: only so does the planner put the expression in the place of the call.
CREATE FUNCTION iso(moment timestamp with time zone) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
