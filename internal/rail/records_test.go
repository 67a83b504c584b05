package rail_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
)

// The expected records are computed by hand from the tables of the island.

// compare compares lines of fields.
func compare(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("record %d:\n got %s\nwant %s", i+1, g, w)
		}
	}
}

func fields(values ...*string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = "absent"
		if v != nil {
			texts[i] = *v
		}
	}
	return strings.Join(texts, "|")
}

func positions(records []realtime.ObjTrainPositions) (lines []string) {
	for _, r := range records {
		lines = append(lines, fields(r.TrainStatus, r.TrainLatitude, r.TrainLongitude, r.TrainCode, r.TrainDate, r.PublicMessage, r.Direction))
	}
	return lines
}

func vendorPositions(records []realtime.ObjVendorPositions) (lines []string) {
	for _, r := range records {
		lines = append(lines, fields(r.TrainStatus, r.TrainLatitude, r.TrainLongitude, r.TrainCode, r.TrainDate, r.LastLocationType,
			r.Direction, r.TrainOrigin, r.TrainOriginTime, r.TrainDestination, r.TrainDestinationTime, r.LastLocation, r.NextLocation,
			r.Difference, r.ScheduledDeparture, r.ScheduledArrival))
	}
	return lines
}

func board(records []realtime.ObjStationData) (lines []string) {
	for _, r := range records {
		due, late := strconv.Itoa(int(r.Duein)), strconv.Itoa(int(r.Late))
		server := r.Servertime.Time.Format(time.DateTime)
		lines = append(lines, fields(&server, r.Traincode, r.Stationfullname, r.Stationcode, r.Querytime, r.Traindate, r.Origin, r.Destination,
			r.Origintime, r.Destinationtime, r.Status, r.Lastlocation, &due, &late, r.Exparrival, r.Expdepart, r.Scharrival, r.Schdepart,
			r.Direction, r.Traintype, r.Locationtype))
	}
	return lines
}

func movements(records []realtime.ObjTrainMovements) (lines []string) {
	for _, r := range records {
		lines = append(lines, fields(r.TrainCode, r.TrainDate, r.LocationCode, r.LocationFullName, r.LocationOrder, r.LocationType, r.TrainOrigin,
			r.TrainDestination, r.ScheduledArrival, r.ScheduledDeparture, r.ExpectedArrival, r.ExpectedDeparture, r.Arrival, r.Departure,
			r.AutoArrival, r.AutoDepart, r.StopType))
	}
	return lines
}

// At 08:40:30, with every train three minutes late:
//
//   - M106, 07:30 from Cape Orrin, left Harrow Fen at 08:40 and is due at Weaver's Cross at 09:11: 30 of 1860 seconds.
//   - M107, 07:00 from Sterling Gate, left Tarn Bridge at 08:24 and is due at Cape Orrin at 08:58: 990 of 2040 seconds.
//   - M108, 08:30 from Cape Orrin, left it at 08:33 and is due at Tarn Bridge at 09:07: 450 of 2040 seconds.
//   - M109, 08:00 from Sterling Gate, left Weaver's Cross at 08:20 and is due at Harrow Fen at 08:51: 1230 of 1860
//     seconds.
func TestMainlineInTheMorning(t *testing.T) {
	s := service(t, delayedBy(3*time.Minute), "2026-11-21 08:40:30")
	ctx := context.Background()

	t.Run("positions", func(t *testing.T) {
		trains := must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: ptr("M")}))
		compare(t, positions(trains), []string{
			`R|46.64605|-18.21386|M106|21 Nov 2026|M106\n07:30 Cape Orrin to Sterling Gate 09:25 (3 min late)\nDeparted Harrow Fen, next Weaver's Cross|To Sterling Gate`,
			`R|47.10131|-17.95102|M107|21 Nov 2026|M107\n07:00 Sterling Gate to Cape Orrin 08:55 (3 min late)\nDeparted Tarn Bridge, next Cape Orrin|To Cape Orrin`,
			`R|47.19216|-17.88169|M108|21 Nov 2026|M108\n08:30 Cape Orrin to Sterling Gate 10:25 (3 min late)\nDeparted Cape Orrin, next Tarn Bridge|To Sterling Gate`,
			`R|46.55102|-18.28509|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (3 min late)\nDeparted Weaver's Cross, next Harrow Fen|To Cape Orrin`,
		})
	})

	t.Run("vendor positions", func(t *testing.T) {
		var mainline []realtime.ObjVendorPositions
		for _, r := range must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(ctx)) {
			if strings.HasPrefix(*r.TrainCode, "M") {
				mainline = append(mainline, r)
			}
		}
		compare(t, vendorPositions(mainline), []string{
			`R|46.64605|-18.21386|M106|21 Nov 2026|D|To Sterling Gate|Cape Orrin|21/11/2026 07:30:00|Sterling Gate|21/11/2026 09:25:00|Harrow Fen|Weaver's Cross|180|21/11/2026 08:37:00|21/11/2026 09:08:00`,
			`R|47.10131|-17.95102|M107|21 Nov 2026|E|To Cape Orrin|Sterling Gate|21/11/2026 07:00:00|Cape Orrin|21/11/2026 08:55:00|Tarn Bridge|Cape Orrin|180|21/11/2026 08:21:00|21/11/2026 08:55:00`,
			`R|47.19216|-17.88169|M108|21 Nov 2026|E|To Sterling Gate|Cape Orrin|21/11/2026 08:30:00|Sterling Gate|21/11/2026 10:25:00|Cape Orrin|Tarn Bridge|180|21/11/2026 08:30:00|21/11/2026 09:04:00`,
			`R|46.55102|-18.28509|M109|21 Nov 2026|E|To Cape Orrin|Sterling Gate|21/11/2026 08:00:00|Cape Orrin|21/11/2026 09:55:00|Weaver's Cross|Harrow Fen|180|21/11/2026 08:17:00|21/11/2026 08:48:00`,
		})
	})

	t.Run("board by code", func(t *testing.T) {
		compare(t, board(must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: ptr("tarnb")}))), []string{
			`2026-11-21 08:40:30|M109|Tarn Bridge|TARNB|08:40:30|21 Nov 2026|Sterling Gate|Cape Orrin|08:00|09:55|En Route|Departed Weaver's Cross|41|3|09:22|09:24|09:19|09:21|To Cape Orrin|Mainline|S`,
			`2026-11-21 08:40:30|M108|Tarn Bridge|TARNB|08:40:30|21 Nov 2026|Cape Orrin|Sterling Gate|08:30|10:25|En Route|Departed Cape Orrin|26|3|09:07|09:09|09:04|09:06|To Sterling Gate|Mainline|S`,
			`2026-11-21 08:40:30|M110|Tarn Bridge|TARNB|08:40:30|21 Nov 2026|Cape Orrin|Sterling Gate|09:30|11:25|No Information||83|0|10:04|10:06|10:04|10:06|To Sterling Gate|Mainline|S`,
		})
	})

	t.Run("board by name at the end of the line", func(t *testing.T) {
		compare(t, board(must[realtime.ObjStationData](t)(s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: ptr("cape orrin"), NumMins: ptr("60")}))), []string{
			`2026-11-21 08:40:30|M107|Cape Orrin|ORRIN|08:40:30|21 Nov 2026|Sterling Gate|Cape Orrin|07:00|08:55|En Route|Departed Tarn Bridge|17|3|08:58|00:00|08:55|00:00|To Cape Orrin|Mainline|D`,
			`2026-11-21 08:40:30|M110|Cape Orrin|ORRIN|08:40:30|21 Nov 2026|Cape Orrin|Sterling Gate|09:30|11:25|No Information||49|0|00:00|09:30|00:00|09:30|To Sterling Gate|Mainline|O`,
		})
	})

	t.Run("movements", func(t *testing.T) {
		compare(t, movements(must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("m109"), TrainDate: ptr("21 NOV 2026")}))), []string{
			`M109|21 Nov 2026|STERG|Sterling Gate|1|O|Sterling Gate|Cape Orrin|00:00:00|08:00:00|00:00:00|08:03:00||08:03:00||1|-`,
			`M109|21 Nov 2026|KILNS|Kilnside|2|T|Sterling Gate|Cape Orrin|08:08:00|08:08:00|08:11:00|08:11:00|08:11:00|08:11:00|1|1|-`,
			`M109|21 Nov 2026|WEAVC|Weaver's Cross|3|S|Sterling Gate|Cape Orrin|08:16:00|08:17:00|08:19:00|08:20:00|08:19:00|08:20:00|1|1|C`,
			`M109|21 Nov 2026|HARFN|Harrow Fen|4|S|Sterling Gate|Cape Orrin|08:48:00|08:49:00|08:51:00|08:52:00|||||N`,
			`M109|21 Nov 2026|TARNB|Tarn Bridge|5|S|Sterling Gate|Cape Orrin|09:19:00|09:21:00|09:22:00|09:24:00|||||-`,
			`M109|21 Nov 2026|ORRIN|Cape Orrin|6|D|Sterling Gate|Cape Orrin|09:55:00|00:00:00|09:58:00|00:00:00|||||-`,
		})
	})

	t.Run("movements of tomorrow", func(t *testing.T) {
		tomorrow := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M109"), TrainDate: ptr("22 Nov 2026")}))
		compare(t, movements(tomorrow)[:2], []string{
			`M109|22 Nov 2026|STERG|Sterling Gate|1|O|Sterling Gate|Cape Orrin|00:00:00|08:00:00|00:00:00|08:00:00|||||N`,
			`M109|22 Nov 2026|KILNS|Kilnside|2|T|Sterling Gate|Cape Orrin|08:08:00|08:08:00|08:08:00|08:08:00|||||-`,
		})
	})

	t.Run("movements of yesterday", func(t *testing.T) {
		yesterday := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M109"), TrainDate: ptr("20 Nov 2026")}))
		compare(t, movements(yesterday)[4:], []string{
			`M109|20 Nov 2026|TARNB|Tarn Bridge|5|S|Sterling Gate|Cape Orrin|09:19:00|09:21:00|09:22:00|09:24:00|09:22:00|09:24:00|1|1|-`,
			`M109|20 Nov 2026|ORRIN|Cape Orrin|6|D|Sterling Gate|Cape Orrin|09:55:00|00:00:00|09:58:00|00:00:00|09:58:00||1||C`,
		})
	})
}

// At 00:18, with every train a minute early:
//
//   - M136, 22:30 from Cape Orrin, passed Kilnside at 00:16 and is due at Sterling Gate at 00:24: 120 of 480 seconds.
//   - M138, 23:30 from Cape Orrin, left Tarn Bridge at 00:05 and is due at Harrow Fen at 00:35: 780 of 1800 seconds.
//   - M139, 23:00 from Sterling Gate, arrives at Tarn Bridge and waits until 00:20.
//   - M141, 00:00 from Sterling Gate, left Weaver's Cross at 00:16 and is due at Harrow Fen at 00:47: 120 of 1860
//     seconds.
func TestMainlineAfterMidnight(t *testing.T) {
	s := service(t, delayedBy(-time.Minute), "2026-11-21 00:18:00")
	ctx := context.Background()

	var mainline []realtime.ObjVendorPositions
	for _, r := range must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(ctx)) {
		if strings.HasPrefix(*r.TrainCode, "M") {
			mainline = append(mainline, r)
		}
	}
	compare(t, vendorPositions(mainline), []string{
		`R|46.2623|-18.4964|M136|20 Nov 2026|E|To Sterling Gate|Cape Orrin|20/11/2026 22:30:00|Sterling Gate|21/11/2026 00:25:00|Kilnside|Sterling Gate|-60|21/11/2026 00:17:00|21/11/2026 00:25:00`,
		`R|46.82114|-18.12819|M138|20 Nov 2026|E|To Sterling Gate|Cape Orrin|20/11/2026 23:30:00|Sterling Gate|21/11/2026 01:25:00|Tarn Bridge|Harrow Fen|-60|21/11/2026 00:06:00|21/11/2026 00:36:00`,
		`R|46.9514|-18.0654|M139|20 Nov 2026|A|To Cape Orrin|Sterling Gate|20/11/2026 23:00:00|Cape Orrin|21/11/2026 00:55:00|Tarn Bridge|Cape Orrin|-60|21/11/2026 00:21:00|21/11/2026 00:55:00`,
		`R|46.37521|-18.41685|M141|21 Nov 2026|E|To Cape Orrin|Sterling Gate|21/11/2026 00:00:00|Cape Orrin|21/11/2026 01:55:00|Weaver's Cross|Harrow Fen|-60|21/11/2026 00:17:00|21/11/2026 00:48:00`,
	})

	compare(t, board(must[realtime.ObjStationData](t)(s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: ptr("TARNB"), NumMins: ptr("46")}))), []string{
		`2026-11-21 00:18:00|M139|Tarn Bridge|TARNB|00:18:00|20 Nov 2026|Sterling Gate|Cape Orrin|23:00|00:55|En Route|Arrived Tarn Bridge|0|-1|00:18|00:20|00:19|00:21|To Cape Orrin|Mainline|S`,
		`2026-11-21 00:18:00|M140|Tarn Bridge|TARNB|00:18:00|21 Nov 2026|Cape Orrin|Sterling Gate|00:30|02:25|No Information||46|0|01:04|01:06|01:04|01:06|To Sterling Gate|Mainline|S`,
	})

	compare(t, movements(must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M139"), TrainDate: ptr("20 Nov 2026")}))), []string{
		`M139|20 Nov 2026|STERG|Sterling Gate|1|O|Sterling Gate|Cape Orrin|00:00:00|23:00:00|00:00:00|23:00:00||23:00:00||1|-`,
		`M139|20 Nov 2026|KILNS|Kilnside|2|T|Sterling Gate|Cape Orrin|23:08:00|23:08:00|23:07:00|23:07:00|23:07:00|23:07:00|1|1|-`,
		`M139|20 Nov 2026|WEAVC|Weaver's Cross|3|S|Sterling Gate|Cape Orrin|23:16:00|23:17:00|23:15:00|23:16:00|23:15:00|23:16:00|1|1|-`,
		`M139|20 Nov 2026|HARFN|Harrow Fen|4|S|Sterling Gate|Cape Orrin|23:48:00|23:49:00|23:47:00|23:48:00|23:47:00|23:48:00|1|1|-`,
		`M139|20 Nov 2026|TARNB|Tarn Bridge|5|S|Sterling Gate|Cape Orrin|00:19:00|00:21:00|00:18:00|00:20:00|00:18:00||1||C`,
		`M139|20 Nov 2026|ORRIN|Cape Orrin|6|D|Sterling Gate|Cape Orrin|00:55:00|00:00:00|00:54:00|00:00:00|||||N`,
	})
}

// The states of M109, two minutes late, from the first to the last second that it is a current train.
func TestStates(t *testing.T) {
	for instant, want := range map[string]string{
		"2026-11-21 07:49:59": ``,
		"2026-11-21 07:50:00": `N|46.2104|-18.5207|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (as scheduled)\nLeaves Sterling Gate at 08:00, next Kilnside|To Cape Orrin`,
		"2026-11-21 08:00:00": `N|46.2104|-18.5207|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (2 min late)\nLeaves Sterling Gate at 08:02, next Kilnside|To Cape Orrin`,
		"2026-11-21 08:02:00": `R|46.2104|-18.5207|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (2 min late)\nDeparted Sterling Gate, next Kilnside|To Cape Orrin`,
		"2026-11-21 08:10:00": `R|46.2796|-18.4883|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (2 min late)\nDeparted Kilnside, next Weaver's Cross|To Cape Orrin`,
		"2026-11-21 08:18:00": `R|46.3562|-18.4311|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (2 min late)\nArrived Weaver's Cross, next Harrow Fen|To Cape Orrin`,
		"2026-11-21 09:57:00": `T|47.2603|-17.8297|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (2 min late)\nArrived Cape Orrin at 09:57, terminated|To Cape Orrin`,
		"2026-11-21 10:02:00": `T|47.2603|-17.8297|M109|21 Nov 2026|M109\n08:00 Sterling Gate to Cape Orrin 09:55 (2 min late)\nArrived Cape Orrin at 09:57, terminated|To Cape Orrin`,
		"2026-11-21 10:02:01": ``,
	} {
		s := service(t, delayedBy(2*time.Minute), instant)
		got := ""
		for _, line := range positions(must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXML(context.Background()))) {
			if strings.Contains(line, "|M109|") {
				got = line
			}
		}
		if got != want {
			t.Errorf("at %s:\n got %s\nwant %s", instant, got, want)
		}
	}
}

// Without realtime data the records have scheduled times and no actual times.
func TestWithoutRealtimeData(t *testing.T) {
	s := service(t, noRealtime, "2026-11-21 08:40:30")
	ctx := context.Background()
	compare(t, board(must[realtime.ObjStationData](t)(s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: ptr("HARFN"), NumMins: ptr("10")}))), []string{
		`2026-11-21 08:40:30|M109|Harrow Fen|HARFN|08:40:30|21 Nov 2026|Sterling Gate|Cape Orrin|08:00|09:55|No Information||7|0|08:48|08:49|08:48|08:49|To Cape Orrin|Mainline|S`,
	})
	calls := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M109"), TrainDate: ptr("21 Nov 2026")}))
	compare(t, movements(calls)[2:4], []string{
		`M109|21 Nov 2026|WEAVC|Weaver's Cross|3|S|Sterling Gate|Cape Orrin|08:16:00|08:17:00|08:16:00|08:17:00|||||C`,
		`M109|21 Nov 2026|HARFN|Harrow Fen|4|S|Sterling Gate|Cape Orrin|08:48:00|08:49:00|08:48:00|08:49:00|||||N`,
	})
}
